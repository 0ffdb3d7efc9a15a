import type { Replay } from '../../../lambdas/webhooks/contract/messages';
import { createOutbox } from '../../../lambdas/webhooks/rows/outbox';
import { createPendingWebhooks } from '../../../lambdas/webhooks/rows/pending-webhooks';
import { replay } from '../../../lambdas/webhooks/workers/replay';
import { captureLog } from '../../support/capture-log';
import { aWebhook, PRO, webhookWorld } from '../../support/endpoints/webhooks';
import { hash } from '../../support/make/blocks';
import { memoryTable } from '../../support/tables/memory';

const NOW = 1e12;
const ALL = {
  webhook: 'w',
  owner: PRO.ownerId,
  fromBlock: 0,
  toBlock: 9_999_999_999,
  from: 0,
  to: 1e15,
  requestedAt: NOW,
};

/** One message per block, in various states. */
async function messages(count: number) {
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
    // Every seventh is unattempted.
    const status = block % 3 === 0 ? 'failed' : 'delivered';
    if (found && block % 7 !== 0) await deps.write.Message.settle(found, { status, attempt: { at: 1, latencyMs: 1 } });
  }
  return { deps, table };
}

/** The messages that a replay sends over all of its parts. `times`: deliveries of each part by the queue. */
async function sends(count: number, asked: Partial<Replay>, { times = 1, world = messages(count) } = {}) {
  const { deps, table } = await world;
  const announced: unknown[] = [];
  const groups = new Set<unknown>();
  const parts: Replay[] = [{ ...ALL, ...asked }];
  let done = 0;
  for (let part = parts.shift(); part; part = parts.shift(), done++)
    for (let time = 0; time < times; time++)
      await replay(
        table,
        part,
        {
          deliveries: {
            async send(sent, options) {
              announced.push(...sent);
              groups.add(options?.group);
            },
          },
          later: {
            async send(sent, options) {
              groups.add(options?.group);
              if (time === 0) parts.push(...(sent as Replay[]));
            },
          },
        },
        NOW,
      );
  const outbox = await createOutbox(table).next('w', 0, 10_000, true);
  const blocks = outbox.due.filter((entry) => entry.replay).map(({ block }) => block);
  expect((await createPendingWebhooks(table).find('w'))?.hasReplays ?? false).toBe(blocks.length > 0);
  if (blocks.length > 0) expect(announced[0]).toEqual({ webhooks: ['w'], owner: PRO.ownerId });
  // The group gives each owner a fair share of the queue.
  expect([...groups].filter((group) => group !== PRO.ownerId)).toEqual([]);
  const left = (max: number) => deps.ReplayCount.left({ owner: PRO.ownerId, max }, NOW);
  return { blocks, parts: done, left };
}

describe('replayed messages', () => {
  test('a replay sends all messages except revoked and unattempted ones, in chain order', async () => {
    expect((await sends(12, {})).blocks).toEqual([1, 2, 3, 4, 6, 8, 9, 11, 12]);
  });
  test('a replay can be limited by blocks, time and status', async () => {
    expect((await sends(12, { fromBlock: 3, toBlock: 8 })).blocks).toEqual([3, 4, 6, 8]);
    expect((await sends(12, { from: 60, to: 90 })).blocks).toEqual([6, 8, 9]);
    expect((await sends(12, { status: 'failed' })).blocks).toEqual([3, 6, 9, 12]);
    expect((await sends(3, { status: 'pending' })).blocks).toEqual([]);
  });
  test('a replay in several parts sends each message once', async () => {
    const { blocks, parts } = await sends(1_203, {});
    expect([new Set(blocks).size, blocks.length, parts]).toEqual([826, 826, 2]);
  });
  test('a replay limited to an active webhook stops once the webhook is off', async () => {
    const { deps, table } = await webhookWorld();
    const { id: webhook } = await aWebhook(deps);
    const message = { webhook, owner: PRO.ownerId, block: 1, tx: 0, digest: '1'.repeat(32), createdAt: 10 };
    await deps.write.Message.create([{ message: { ...message, kind: 'added' } }], 10);
    const found = await deps.Message.find(message);
    if (found) await deps.write.Message.settle(found, { status: 'delivered', attempt: { at: 20, latencyMs: 1 } });
    const ask = async (more: Partial<Replay>) =>
      (await replay(table, { ...ALL, webhook, ...more }, NO_QUEUES, NOW)).queued;
    expect(await ask({ whileActive: true })).toBe(1);
    await deps.write.Webhook.turnOff({ owner: PRO.ownerId, id: webhook });
    expect([await ask({ whileActive: true }), await ask({})]).toEqual([0, 1]);
  });
  test('a repeated step neither sends nor counts messages sent since the request', async () => {
    const world = messages(4);
    const { deps, table } = await world;
    const first = await sends(4, { max: 10 }, { world });
    expect([first.blocks, await first.left(10)]).toEqual([[1, 2, 3, 4], 6]);
    // They were sent, and have left the outbox.
    const { due } = await createOutbox(table).next('w', 0, 10, true);
    for (const { block, tx, digest } of due) {
      const message = await deps.Message.find({ webhook: 'w', block, tx, digest });
      const outcome = { status: 'delivered', attempt: { at: NOW + 1, latencyMs: 1 } } as const;
      if (message) await deps.write.Message.settle(message, outcome, true);
    }
    await createOutbox(table).remove(due);
    const again = await replay(table, { ...ALL, max: 10 }, NO_QUEUES, NOW + 2);
    expect([again, (await createOutbox(table).next('w', 0, 10, true)).due, await first.left(10)]).toEqual([
      { queued: 0 },
      [],
      6,
    ]);
  });
});

const send = async () => undefined;
const NO_QUEUES = { deliveries: { send }, later: { send } };

describe('daily replay limit', () => {
  test('the limit counts each message once even if the queue redelivers a step', async () => {
    const { blocks, left } = await sends(1_203, { max: 900 }, { times: 2 });
    expect([blocks.length, await left(900)]).toEqual([826, 900 - 826]);
  });
  test('the limit does not count a message that is already queued', async () => {
    const world = messages(12);
    await sends(12, { max: 100, fromBlock: 4 }, { world });
    const { blocks, left } = await sends(12, { max: 100 }, { world });
    expect([blocks.length, await left(100)]).toEqual([9, 91]);
  });
  test('the limit ends a replay in chain order, and the log names the first block left out', async () => {
    const log = captureLog();
    const { blocks, parts, left } = await sends(1_203, { max: 150 });
    const unlimited = (await sends(1_203, {})).blocks;
    expect([blocks, parts, await left(150)]).toEqual([unlimited.slice(0, 150), 1, 0]);
    const { message, block, owner } = log.lines[0] ?? {};
    log.restore();
    expect([message, block, owner]).toEqual(['replay stopped at the limit of the day', unlimited[150], PRO.ownerId]);
  });
  test('the limit holds for concurrent replays and is separate for each owner', async () => {
    const { table, deps } = await messages(700);
    const log = captureLog();
    const half = { ...ALL, max: 300 };
    const results = await Promise.all([
      replay(table, { ...half, toBlock: 350 }, NO_QUEUES, NOW),
      replay(table, { ...half, fromBlock: 351 }, NO_QUEUES, NOW),
    ]);
    log.restore();
    const { due } = await createOutbox(table).next('w', 0, 10_000, true);
    const entries = due.filter((entry) => entry.replay);
    expect([entries.length, results.reduce((sum, { queued }) => sum + queued, 0)]).toEqual([300, 300]);
    expect(await deps.ReplayCount.left({ owner: 'another', max: 300 }, NOW)).toBe(300);
  });
  test('the limit resets at midnight UTC', async () => {
    const { deps, left } = await sends(4, { max: 10 }).then(async ({ left }) => ({ left, ...(await messages(1)) }));
    expect([await left(10), await left(3)]).toEqual([6, 0]);
    const limit = { owner: PRO.ownerId, max: 5 };
    const [message] = [{ webhook: 'w', block: 1, tx: 0, digest: '1'.repeat(32), createdAt: 1 }];
    const midnight = Date.UTC(2026, 10, 23);
    await deps.write.ReplayEntry.add([message], midnight - 1, limit);
    expect([await deps.ReplayCount.left(limit, midnight - 1), await deps.ReplayCount.left(limit, midnight)]).toEqual([
      4, 5,
    ]);
  });
  test('a replay by an operator is neither limited nor counted', async () => {
    const { blocks, left } = await sends(12, {});
    expect([blocks.length, await left(5)]).toEqual([9, 5]);
  });
});

describe('replay order', () => {
  test('replays follow the chain, and an original precedes its removal regardless of digests', async () => {
    const { deps, table } = await webhookWorld();
    const position = { webhook: 'w', block: 7, tx: 3 };
    const [original, removal] = [
      { ...position, digest: 'f'.repeat(32), createdAt: 1_000 },
      { ...position, digest: '0'.repeat(32), createdAt: 1_001 },
    ];
    // The block came back, so its new message follows the removal.
    const again = { ...position, digest: '7'.repeat(32), createdAt: 30_000 };
    const later = { ...position, tx: 4, digest: '1'.repeat(32), createdAt: 5 };
    const earlier = { ...position, block: 6, digest: '9'.repeat(32), createdAt: 90_000 };
    const asked = [later, again, removal, earlier, original];
    await deps.write.ReplayEntry.add(asked, NOW);
    await deps.write.ReplayEntry.add(asked, NOW);
    const { due } = await createOutbox(table).next('w', 0, 10, true);
    const digests = [earlier, original, removal, again, later].map(({ digest }) => digest);
    expect(due.map(({ digest }) => digest)).toEqual(digests);
    await createOutbox(table).remove(due);
    expect((await createOutbox(table).next('w', 0, 10, true)).due).toEqual([]);
  });
});

test('the mark of replays is written before the webhook becomes pending', async () => {
  const seen: (boolean | undefined)[] = [];
  const { table } = memoryTable(async (call, when) => {
    if (call === 'BatchWriteItem' && when === 'after') seen.push((await pending.find('w'))?.hasReplays);
  });
  const pending = createPendingWebhooks(table);
  await pending.mark([{ webhook: 'w', owner: PRO.ownerId }], NOW, { replays: true });
  expect(seen).toEqual([undefined, true]);
});
