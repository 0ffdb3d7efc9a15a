import { getSigning, ownSecretWriter, secretKeys } from '../../../lambdas/webhooks/rows/secret-item';
import { memoryTable } from '../../support/tables/memory';

const NOW = 1_800_000_000_000;
const HOUR_MS = 3_600_000;
const webhook = { owner: 'o', id: 'w' };

describe('signing secrets after a rotation', () => {
  test.each<[string, now: number, signing: number]>([
    ['both secrets at once', NOW, 2],
    ['both secrets for a day', NOW + 23 * HOUR_MS, 2],
    ['the new secret alone after a day', NOW + 24 * HOUR_MS, 1],
    ['both secrets after the clock is set back by an hour', NOW - HOUR_MS, 2],
    ['the new secret alone after the clock is set back by a day', NOW - 24 * HOUR_MS, 1],
  ])('messages are signed by %s', async (_, now, signing) => {
    const { table } = memoryTable();
    const secrets = ownSecretWriter(table);
    const first = await secrets.rotate(webhook, NOW - 10 * HOUR_MS, { immediate: true });
    const second = await secrets.rotate(webhook, NOW);
    const items = (await Promise.all(secretKeys(webhook).map((at) => table.get(at, true)))).filter(
      (one) => one !== undefined,
    );
    expect(await getSigning(table, webhook, items, now)).toEqual([second.current, first.current].slice(0, signing));
  });
});
