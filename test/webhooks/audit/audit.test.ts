import { messageKey } from '../../../lambdas/webhooks/rows/message-key';
import { captureLog } from '../../support/capture-log';
import { DAY_MS, HOUR_MS, auditWorld as world } from '../../support/endpoints/audit';
import { CHAIN } from '../../support/endpoints/webhooks';

describe('the audit', () => {
  test('reports a message without a row once, and counts it as lost until it is restored', async () => {
    const { match, rematchFrom, lose, run, stats, wait, today } = await world();
    await match(11, 3);
    await lose(1);
    expect(await reported(run)).toEqual([{ webhooks: 1, messages: 3, lost: 1 }, [1], ['webhook message lost']]);
    wait(HOUR_MS);
    expect(await reported(run)).toEqual([{ webhooks: 1, messages: 3, lost: 0 }, [], []]);
    expect((await stats()).days).toEqual([{ date: today(), matched: 3, pending: 2, lost: 1 }]);
    await rematchFrom(11);
    expect((await stats()).days).toEqual([{ date: today(), matched: 3, pending: 3 }]);
  });

  test('finds a message that was deleted after it had been counted', async () => {
    const { match, settle, lose, run, wait } = await world();
    await match(11, 3);
    await settle(3, 'delivered');
    await run();
    await lose(2);
    wait(2 * DAY_MS);
    expect(await reported(run)).toEqual([{ webhooks: 1, messages: 3, lost: 1 }, [1], ['webhook message lost']]);
  });

  test('reports block events that were not matched in time, also on a chain without further blocks', async () => {
    const { match, progress, run, wait, now } = await world();
    await match(11);
    await progress.done(CHAIN, { matched: [{ serial: 4, block: 14, kind: 'added' }], settled: [] }, now());
    wait(HOUR_MS);
    expect(await reported(run)).toEqual([
      { webhooks: 1, messages: 1, lost: 0 },
      [2],
      ['block events skipped: not matched in time'],
    ]);
    expect((await progress.of(CHAIN)).matched.serial).toBe(4);
    expect(await reported(run)).toEqual([expect.anything(), [], []]);
  });

  test('is not ahead of the matcher: a block that is still to be matched is not matched again', async () => {
    const { match, rematchFrom, messages } = await world();
    await match(11, 3);
    await rematchFrom(12);
    expect(await messages()).toHaveLength(3);
  });

  test('does not write for a quiet webhook, nor count closed messages each hour', async () => {
    const { match, settle, run, wait, items } = await world();
    await match(11, 3);
    await settle(3, 'delivered');
    await run();
    wait(DAY_MS);
    await run();
    await match(12, 0);
    const before = (await items()).length;
    wait(HOUR_MS);
    expect(await run()).toEqual({ webhooks: 1, messages: 0, lost: 0 });
    expect(await items()).toHaveLength(before);
  });

  test('forgets messages after 30 days without reporting them', async () => {
    const { match, messages, table, run, wait } = await world();
    await match(11, 3);
    await run();
    await table.write((await messages()).map((message) => ({ delete: messageKey(message) })));
    wait(30 * DAY_MS);
    expect(await reported(run)).toEqual([{ webhooks: 1, messages: 0, lost: 0 }, [], []]);
  });
});

/** The result, the values of the alarm's metric, and the errors that were logged. */
async function reported(run: () => Promise<unknown>) {
  const { lines, restore } = captureLog();
  const result = await run().finally(restore);
  const losses = lines.flatMap(({ WebhookLosses: value }) => (value === undefined ? [] : [value].flat()));
  const errors = lines.flatMap(({ level, message }) => (level === 'ERROR' ? [message] : []));
  return [result, losses, errors];
}
