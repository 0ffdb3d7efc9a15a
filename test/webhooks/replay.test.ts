import type { Delivery, Replay } from '../../lambdas/contract/messages';
import { replay } from '../../lambdas/webhooks/replay';
import { PRO, webhookWorld } from '../support/endpoints/webhooks';
import { hash } from '../support/make/blocks';

const ALL = { webhook: 'w', fromBlock: 0, toBlock: 9_999_999_999, from: 0, to: 1e15 };

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
    if (block % 5 === 0) await deps.write.Message.revoke(one);
    else await deps.write.Message.create(one);
  }
  const sent: Delivery[] = [];
  const parts: Replay[] = [{ ...ALL, ...asked }];
  let done = 0;
  for (let part = parts.shift(); part; part = parts.shift(), done++)
    await replay(table, part, {
      deliveries: { send: async (messages) => void sent.push(...(messages as Delivery[])) },
      later: { send: async (messages) => void parts.push(...(messages as Replay[])) },
    });
  expect(sent.every((one) => one.replay === true)).toBe(true);
  return { blocks: sent.map(({ block }) => block), parts: done };
}

describe('messages to replay', () => {
  test('all except revoked ones, in chain order', async () => {
    expect((await sends(12, {})).blocks).toEqual([1, 2, 3, 4, 6, 7, 8, 9, 11, 12]);
  });
  test('by blocks, by time, by status', async () => {
    expect((await sends(12, { fromBlock: 3, toBlock: 7 })).blocks).toEqual([3, 4, 6, 7]);
    expect((await sends(12, { from: 60, to: 90 })).blocks).toEqual([6, 7, 8, 9]);
    expect((await sends(12, { status: 'failed' })).blocks).toEqual([]);
    expect((await sends(3, { status: 'pending' })).blocks).toEqual([1, 2, 3]);
  });
  test('more than fit into one part: each once', async () => {
    const { blocks, parts } = await sends(1_203, {});
    expect([new Set(blocks).size, blocks.length, parts]).toEqual([963, 963, 2]);
  });
});
