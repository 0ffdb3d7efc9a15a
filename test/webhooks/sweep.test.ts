import { dueMessages } from '../../lambdas/adapters/dynamo/webhooks/due-messages';
import { PRO, webhookWorld } from '../support/endpoints/webhooks';

test('messages are found when they are due; a full shard does not starve the others', async () => {
  const { deps, table } = await webhookWorld();
  for (let tx = 0; tx < 40; tx++) {
    // The last byte of the digest is the shard: most are in the first.
    const digest = `${'a'.repeat(30)}${tx < 30 ? '00' : '01'}`;
    const of = { webhook: 'w', block: 1, tx, digest };
    await deps.write.Message.create({ ...of, owner: PRO.ownerId, kind: 'test', createdAt: 1 });
    const message = await deps.Message.find(of);
    if (message) await deps.write.Message.postpone(message, 1_000 + tx);
  }
  const due = async (from: number, to: number, most: number) =>
    (await dueMessages(table, from, to, most)).map(({ tx }) => tx).toSorted((a, b) => a - b);
  expect(await due(0, 999, 100)).toEqual([]);
  expect(await due(0, 1_002, 100)).toEqual([0, 1, 2]);
  expect(await due(1_002, 1_004, 100)).toEqual([2, 3, 4]);
  expect((await due(0, 9_999, 10)).filter((tx) => tx >= 30)).toHaveLength(10);
  expect(await due(0, 9_999, 100)).toHaveLength(40);
});
