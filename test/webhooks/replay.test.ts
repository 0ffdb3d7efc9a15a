import { openOutbox } from '../../lambdas/adapters/dynamo/webhooks/outbox';
import { openPendingWebhooks } from '../../lambdas/adapters/dynamo/webhooks/pending-webhooks';
import type { Replay } from '../../lambdas/contract/messages';
import { replay } from '../../lambdas/webhooks/replay';
import { PRO, webhookWorld } from '../support/endpoints/webhooks';
import { hash } from '../support/make/blocks';

const ALL = { webhook: 'w', owner: PRO.ownerId, fromBlock: 0, toBlock: 9_999_999_999, from: 0, to: 1e15 };

/** Everything that a replay sends again, over all of its parts. */
async function sends(count: number, asked: Partial<Replay>) {
  const { deps, table } = await webhookWorld();
  const of = { blockHash: hash(1), txHash: hash(2) };
  for (let block = 1; block <= count; block++) {
    const digest = String(block).padStart(32, '0');
    const one = {
      webhook: 'w',
      owner: PRO.ownerId,
      block,
      tx: 0,
      digest,
      kind: 'added',
      createdAt: block * 10,
      of,
    } as const;
    await deps.write.Message.create([{ message: one }], block * 10);
    if (block % 5 === 0) await deps.write.Message.revoke(one, 1);
    const found = await deps.Message.find(one);
    // Every seventh is still to be sent for the first time.
    const status = block % 3 === 0 ? 'failed' : 'delivered';
    if (found && block % 7 !== 0) await deps.write.Message.settle(found, { status, attempt: { at: 1, latencyMs: 1 } });
  }
  const announced: unknown[] = [];
  const parts: Replay[] = [{ ...ALL, ...asked }];
  let done = 0;
  for (let part = parts.shift(); part; part = parts.shift(), done++)
    await replay(
      table,
      part,
      {
        deliveries: { send: async (messages) => void announced.push(...messages) },
        later: { send: async (messages) => void parts.push(...(messages as Replay[])) },
      },
      1e12,
    );
  const outbox = await openOutbox(table).next('w', 0, 10_000, true);
  const blocks = outbox.due.filter((entry) => entry.replay).map(({ block }) => block);
  expect((await openPendingWebhooks(table).find('w'))?.hasReplays ?? false).toBe(blocks.length > 0);
  if (blocks.length > 0) expect(announced[0]).toEqual({ webhook: 'w', owner: PRO.ownerId });
  return { blocks, parts: done };
}

describe('messages to replay', () => {
  test('all except revoked ones and those that were not attempted yet, in chain order', async () => {
    expect((await sends(12, {})).blocks).toEqual([1, 2, 3, 4, 6, 8, 9, 11, 12]);
  });
  test('by blocks, by time, by status', async () => {
    expect((await sends(12, { fromBlock: 3, toBlock: 8 })).blocks).toEqual([3, 4, 6, 8]);
    expect((await sends(12, { from: 60, to: 90 })).blocks).toEqual([6, 8, 9]);
    expect((await sends(12, { status: 'failed' })).blocks).toEqual([3, 6, 9, 12]);
    expect((await sends(3, { status: 'pending' })).blocks).toEqual([]);
  });
  test('more than fit into one part: each once', async () => {
    const { blocks, parts } = await sends(1_203, {});
    expect([new Set(blocks).size, blocks.length, parts]).toEqual([826, 826, 2]);
  });
});

describe('the order of replays', () => {
  test('is that of the chain; in a transaction an original comes before its removal, whatever their digests', async () => {
    const { deps, table } = await webhookWorld();
    const position = { webhook: 'w', block: 7, tx: 3 };
    const [original, removal] = [
      { ...position, digest: 'f'.repeat(32), createdAt: 1_000 },
      { ...position, digest: '0'.repeat(32), createdAt: 1_001 },
    ];
    // The block came back: what it sends then follows the removal.
    const again = { ...position, digest: '7'.repeat(32), createdAt: 30_000 };
    const later = { ...position, tx: 4, digest: '1'.repeat(32), createdAt: 5 };
    const earlier = { ...position, block: 6, digest: '9'.repeat(32), createdAt: 90_000 };
    const asked = [later, again, removal, earlier, original];
    await deps.write.ReplayEntry.add(asked, 1e12);
    await deps.write.ReplayEntry.add(asked, 1e12);
    const { due } = await openOutbox(table).next('w', 0, 10, true);
    const digests = [earlier, original, removal, again, later].map(({ digest }) => digest);
    expect(due.map(({ digest }) => digest)).toEqual(digests);
    await openOutbox(table).remove(due);
    expect((await openOutbox(table).next('w', 0, 10, true)).due).toEqual([]);
  });
});
