import type { BlockEvent } from '../../../lambdas/chain/contract/events';
import type { InternalTransaction } from '../../../lambdas/evm/domain/internal-transactions';
import type { RawBlock } from '../../../lambdas/evm/domain/rpc';
import { handler as remove } from '../../../lambdas/webhooks/api/remove-addresses-from-webhook';
import { createMatching } from '../../../lambdas/webhooks/kinds/address-activity/matching';
import type { MatcherDeps } from '../../../lambdas/webhooks/matching/deps';
import { added, removed, timedOut, traced } from '../../../lambdas/webhooks/matching/matcher';
import { createHealth } from '../../../lambdas/webhooks/rows/health-item';
import { createOutbox } from '../../../lambdas/webhooks/rows/outbox';
import { createPendingWebhooks } from '../../../lambdas/webhooks/rows/pending-webhooks';
import { createWatchedSets } from '../../../lambdas/webhooks/rows/watched-set';
import { call } from '../../support/endpoints/call';
import { matcherDeps } from '../../support/endpoints/matcher';
import { aWebhook, CHAIN, PRO, webhookWorld } from '../../support/endpoints/webhooks';
import { address, aRawBlock } from '../../support/make/blocks';

/** A matcher over an empty table, with its sent deliveries. `event` stores its block for the matcher. */
async function matcher() {
  const { deps, table } = await webhookWorld();
  const raws = new Map<string, RawBlock>();
  const internalTxs = new Map<string, InternalTransaction[]>();
  const watched = createWatchedSets(table);
  const kindOver = (webhooks: Pick<typeof deps.Webhook, 'findAll'>) =>
    createMatching({
      watched,
      subscriptions: deps.Subscription,
      webhooks,
      raw: {
        get: async (_, { hash }) => {
          const raw = raws.get(hash);
          if (!raw) throw new Error(`no block ${hash}`);
          return raw;
        },
      },
      traces: { find: async (_, { hash }) => internalTxs.get(hash) },
    });
  const { own, sent, later } = matcherDeps(deps, table, [kindOver(deps.Webhook)]);
  /** An event of a block with a transfer from 1 to 2, at number 11 by default. */
  const event = (number = 11, { epoch = 0, incarnation = 1, salt = 1 } = {}): BlockEvent => {
    const raw = aRawBlock(number, [{ from: 1, to: 2 }], { salt });
    const { hash, parentHash } = raw.block;
    raws.set(hash, raw);
    const id = `${hash}-${incarnation}`;
    const more = { timestamp: 0, transactions: 1, incarnation, epoch, raw: '' };
    return { id, chainId: CHAIN, network: 'mainnet', number, hash, parentHash, ...more };
  };
  const messages = async (webhook: string) =>
    (await deps.page([deps.Message.ofWebhook(webhook)], { ascending: true, size: 100 })).values;
  /** Entries of a webhook's outbox, by digest. */
  const outbox = async (webhook: string) =>
    (await createOutbox(table).next(webhook, Number.MAX_SAFE_INTEGER, 100, true)).due.map(({ digest }) => digest);
  return { own, deps, table, kindOver, watched, sent, later, event, messages, outbox, internalTxs };
}

describe('added blocks', () => {
  test('a block matched repeatedly creates one message per matching webhook', async () => {
    const { own, deps, sent, event, messages, outbox } = await matcher();
    const { id } = await aWebhook(deps, { metadata: { addresses: [address(1), address(2)] } });
    const other = await aWebhook(deps, { metadata: { addresses: [address(3)] } });
    const one = event();
    for (let again = 0; again < 3; again++) await added(own, one);
    const made = await messages(id);
    expect(made).toMatchObject([{ block: 11, tx: 0, status: 'pending', of: { blockHash: one.hash } }]);
    expect(await outbox(id)).toEqual([made[0]?.digest]);
    expect(new Set(sent.map(({ webhook }) => webhook))).toEqual(new Set([id]));
    expect(await messages(other.id)).toEqual([]);
  });

  test('a block is announced only for webhooks without an active sender or a dead receiver', async () => {
    const { own, deps, table, sent, event } = await matcher();
    const [idle, busy, dead, cutOff] = await Promise.all([1, 2, 3, 4].map(() => aWebhook(deps)));
    const health = createHealth(table);
    const lease = (id = '', until = 0) => ({ webhook: id, token: 'one', until });
    await health.take(lease(busy?.id, own.now() + 1), [], own.now());
    await health.take(lease(cutOff?.id, own.now() - 1), [], own.now());
    await health.take(lease(dead?.id, own.now() + 1), [], own.now());
    await health.release(lease(dead?.id), { health: { failures: 5, nextTryAt: own.now() + 1 } });
    await added(own, event());
    expect(sent.map(({ webhook }) => webhook).toSorted()).toEqual([idle?.id, cutOff?.id].toSorted());
    // The others are pending, for the active sender and for the sweep.
    for (const one of [busy, dead]) expect(await createPendingWebhooks(table).find(one?.id ?? '')).toBeDefined();
  });

  test('a block of an unwatched chain is not read', async () => {
    const { own, sent, event } = await matcher();
    const one = { ...event(), hash: 'not in the bucket' };
    await added(own, one);
    expect(sent).toEqual([]);
  });

  test('a webhook matches only blocks above its creation height or of a later epoch', async () => {
    const { own, deps, event, messages } = await matcher();
    // Created at block 10, epoch 0.
    const { id } = await aWebhook(deps);
    await added(own, event(9));
    await added(own, event(10));
    expect(await messages(id)).toEqual([]);
    await added(own, event(9, { epoch: 1, salt: 2 }));
    expect((await messages(id)).map(({ block }) => block)).toEqual([9]);
  });

  test('an address stops matching a webhook once it is removed, and leaves the watched set with its last webhook', async () => {
    const { own, deps, watched, event, messages } = await matcher();
    const both = { metadata: { addresses: [address(1), address(0x1f01)] } };
    const [one, two] = [await aWebhook(deps, both), await aWebhook(deps, both)];
    await added(own, event(11));
    await call(remove, deps, { params: { id: one.id }, body: { addresses: [address(1)] }, caller: PRO });
    await added(own, event(12));
    await call(remove, deps, { params: { id: two.id }, body: { addresses: [address(1)] }, caller: PRO });
    await added(own, event(13));
    expect((await messages(one.id)).map(({ block }) => block)).toEqual([11]);
    expect((await messages(two.id)).map(({ block }) => block)).toEqual([11, 12]);
    expect((await watched.of(CHAIN))?.has(address(1))).toBe(false);
  });

  test('a webhook with event signatures does not match a block without such a log', async () => {
    const { own, deps, event, messages } = await matcher();
    const eventSignatures = [`0x${'ab'.repeat(32)}`];
    const { id } = await aWebhook(deps, { metadata: { addresses: [address(1)], eventSignatures } });
    await added(own, event());
    expect(await messages(id)).toEqual([]);
  });
});

describe('removed blocks', () => {
  test('a removal revokes all messages of its block even if the watched addresses changed in between', async () => {
    const { own, deps, event, messages } = await matcher();
    const [gone, stays] = [await aWebhook(deps), await aWebhook(deps)];
    const one = event();
    await added(own, one);
    await call(remove, deps, { caller: PRO, params: { id: gone.id }, body: { addresses: [address(1)] } });
    await added(own, one);
    await removed(own, one);
    for (const { id } of [gone, stays])
      expect((await messages(id)).map(({ kind, status }) => [kind, status])).toEqual([['added', 'revoked']]);
  });
  test('an unsent message is revoked without a removal message', async () => {
    const { own, deps, sent, event, messages } = await matcher();
    const { id } = await aWebhook(deps);
    await added(own, event());
    const before = sent.length;
    await removed(own, event());
    expect(await messages(id)).toMatchObject([{ kind: 'added', status: 'revoked' }]);
    expect(sent).toHaveLength(before);
  });

  test.each(['pending', 'delivered', 'failed'] as const)(
    'a message left %s by an attempt gets one removal message',
    async (status) => {
      const { own, deps, event, messages, outbox } = await matcher();
      const { id } = await aWebhook(deps);
      await added(own, event());
      const [message] = await messages(id);
      if (!message) throw new Error('nothing was made');
      const attempt = { at: 5, latencyMs: 1 };
      await deps.write.Message.settle(message, {
        attempt,
        status,
        ...(status === 'pending' ? { nextAttemptAt: 99 } : {}),
      });
      for (let again = 0; again < 3; again++) await removed(own, event());
      const made = await messages(id);
      expect(made.map(({ kind, status: now }) => [kind, now]).toSorted()).toEqual([
        ['added', status === 'pending' ? 'revoked' : status],
        ['removed', 'pending'],
      ]);
      expect(made.find(({ kind }) => kind === 'added')?.revokedAt).toBe(own.now());
      const removal = made.find(({ kind }) => kind === 'removed');
      expect(removal?.removes).toMatch(message.digest);
      // Replays are ordered by `createdAt`, and the clock of the revoking function may be behind.
      expect(removal?.createdAt).toBeGreaterThan(message.createdAt);
      expect(await outbox(id)).toContain(removal?.digest);
    },
  );

  test('a message listed by several passes gets one removal message', async () => {
    const { own, deps, event, messages } = await matcher();
    const [first, { id }] = [await aWebhook(deps), await aWebhook(deps)];
    await added(own, event());
    // Subscriptions may change between two runs, which then list different messages.
    await call(remove, deps, { caller: PRO, params: { id: first.id }, body: { addresses: [address(1)] } });
    await added(own, event());
    const [message] = await messages(id);
    if (message) await deps.write.Message.settle(message, { status: 'delivered', attempt: { at: 5, latencyMs: 1 } });
    await removed(own, event());
    expect((await messages(id)).map(({ kind }) => kind).toSorted()).toEqual(['added', 'removed']);
  });

  test('a claimed message gets a removal message because it may be in flight', async () => {
    const { own, deps, table, event, messages } = await matcher();
    const { id } = await aWebhook(deps);
    await added(own, event());
    const claimed = await messages(id);
    await createHealth(table).take({ webhook: id, token: 'one', until: 9e12 }, claimed, 1);
    await removed(own, event());
    expect((await messages(id)).map(({ kind, status }) => [kind, status]).toSorted()).toEqual([
      ['added', 'revoked'],
      ['removed', 'pending'],
    ]);
  });

  test('a message settled just before the claims are read gets a removal message', async () => {
    const { own, deps, event, messages } = await matcher();
    const { id } = await aWebhook(deps);
    await added(own, event());
    const getClaimed: typeof own.health.getClaimed = async (asked) => {
      const [message] = await messages(id);
      if (message) await deps.write.Message.settle(message, { status: 'delivered', attempt: { at: 5, latencyMs: 1 } });
      return own.health.getClaimed(asked);
    };
    await removed({ ...own, health: { getClaimed } }, event());
    expect((await messages(id)).map(({ kind }) => kind).toSorted()).toEqual(['added', 'removed']);
  });

  test('a webhook with removals off has its message revoked without a removal message', async () => {
    const { own, deps, event, messages } = await matcher();
    const { id } = await aWebhook(deps, { removals: false });
    await added(own, event());
    const [message] = await messages(id);
    if (message) await deps.write.Message.settle(message, { status: 'delivered', attempt: { at: 5, latencyMs: 1 } });
    await removed(own, event());
    expect(await messages(id)).toMatchObject([{ kind: 'added', status: 'delivered', revokedAt: own.now() }]);
  });

  test('a removal that arrives before its block revokes the message unsent', async () => {
    const { own, deps, sent, event, messages } = await matcher();
    const { id } = await aWebhook(deps);
    await removed(own, event());
    await added(own, event());
    expect(await messages(id)).toMatchObject([{ kind: 'added', status: 'revoked' }]);
    expect(sent).toEqual([]);
  });

  test('a removal at any point of the matching leaves exactly one, revoked message', async () => {
    for (let turn = 0; turn < 8; turn++) {
      const { own, deps, kindOver, sent, event, messages } = await matcher();
      const { id } = await aWebhook(deps);
      let steps = 0;
      // The whole removal runs after one call of the matching: each of them in turn.
      const meets = async <T>(result: Promise<T>): Promise<T> => {
        const value = await result;
        if (steps++ === turn) await removed(own, event());
        return value;
      };
      const blocks = {
        ...own.blocks,
        list: (...args: Parameters<typeof own.blocks.list>) => meets(own.blocks.list(...args)),
        findRevocation: (...args: Parameters<typeof own.blocks.findRevocation>) =>
          meets(own.blocks.findRevocation(...args)),
      };
      const create: typeof own.messages.create = (...args) => meets(own.messages.create(...args));
      const findAll: typeof deps.Webhook.findAll = (...args) => meets(deps.Webhook.findAll(...args));
      const meeting = { ...own, kinds: [kindOver({ findAll })], blocks, messages: { ...own.messages, create } };
      await added(meeting, event());
      if (steps <= turn) return;
      expect([turn, await messages(id)]).toMatchObject([turn, [{ kind: 'added', status: 'revoked' }]]);
      expect(sent.length).toBeLessThanOrEqual(1);
    }
    throw new Error('the addition has more steps than were tried');
  });

  test('a block added again after its removal creates a second message', async () => {
    const { own, deps, event, messages } = await matcher();
    const { id } = await aWebhook(deps);
    await added(own, event());
    await removed(own, event());
    await added(own, event(11, { epoch: 2, incarnation: 2 }));
    expect((await messages(id)).map(({ status }) => status).toSorted()).toEqual(['pending', 'revoked']);
  });
});

/** The canonical chain: hash by number. */
function getChain(own: MatcherDeps): Map<number, string> {
  const rows = new Map<number, string>();
  own.blocks.areCanonical = async (_, blocks) => new Set(blocks.flatMap(({ number }) => rows.get(number) ?? []));
  return rows;
}

describe('confirmations', () => {
  test('a message is sent once its block has the requested confirmations', async () => {
    const { own, deps, sent, event, messages } = await matcher();
    const { id } = await aWebhook(deps, { confirmations: 2 });
    const onChain = getChain(own);
    for (const [number, count] of [
      [11, 0],
      [12, 0],
      [13, 1],
      [14, 1],
    ] as const) {
      const one = { ...event(number), ...(number > 11 ? { transactions: 0 } : {}) };
      onChain.set(number, one.hash);
      await added(own, one);
      expect([number, sent.length, (await messages(id)).length]).toEqual([number, count, 1]);
    }
  });
  test('an orphaned block confirms nothing, and its canonical replacement does', async () => {
    const { own, deps, sent, event } = await matcher();
    await aWebhook(deps, { confirmations: 2 });
    const onChain = getChain(own);
    const [one, left, stays] = [event(11), event(13, { salt: 5 }), event(13, { salt: 6 })];
    onChain.set(11, one.hash);
    await added(own, one);
    onChain.set(13, stays.hash);
    await added(own, { ...left, transactions: 0 });
    expect(sent).toEqual([]);
    await added(own, { ...stays, transactions: 0 });
    expect(sent).toHaveLength(1);
  });
  test('a message is sent at once if its confirming block arrived first', async () => {
    const { own, deps, sent, event } = await matcher();
    await aWebhook(deps, { confirmations: 2 });
    const onChain = getChain(own);
    const [one, last] = [event(11), event(13)];
    for (const { number, hash } of [one, last]) onChain.set(number, hash);
    await added(own, { ...last, transactions: 0 });
    await added(own, one);
    expect(sent).toHaveLength(1);
  });
  test('a message is held back if its block is no longer canonical, even before the removal arrives', async () => {
    const { own, deps, sent, event } = await matcher();
    await aWebhook(deps, { confirmations: 1 });
    await added(own, event(11));
    await added(own, { ...event(12), transactions: 0 });
    expect(sent).toEqual([]);
  });
});

describe('internal transactions', () => {
  const internalTx: InternalTransaction = {
    ...{ tx: 0, row: 0, type: 'CALL', gasUsed: 1n, gasLimit: 2n, value: 3n },
    from: address(2),
    to: address(9),
  };
  test('a webhook with internal transactions is notified once they are traced, even if only they involve its address', async () => {
    const { own, deps, sent, later, event, messages, internalTxs } = await matcher();
    const asks = await aWebhook(deps, { includeInternalTxs: true });
    const named = await aWebhook(deps, { includeInternalTxs: true, metadata: { addresses: [address(9)] } });
    const plain = await aWebhook(deps, { metadata: { addresses: [address(9), address(1)] } });
    const one = event();
    await added(own, one);
    expect([sent.map(({ webhook }) => webhook), later]).toEqual([
      [plain.id],
      [{ message: { waitedFor: one }, delay: 60 }],
    ]);
    internalTxs.set(one.hash, [internalTx]);
    await traced(own, { chainId: CHAIN, number: 11, hash: one.hash, epoch: 0 });
    await timedOut(own, one);
    for (const { id } of [asks, named, plain]) expect(await messages(id)).toHaveLength(1);
    expect((await messages(asks.id))[0]).not.toHaveProperty('isIncomplete');
  });
  test('a webhook that turns internal transactions off during the wait is still notified', async () => {
    const { own, deps, event, messages } = await matcher();
    const { id } = await aWebhook(deps, { includeInternalTxs: true });
    const one = event();
    await added(own, one);
    await deps.write.Webhook.change({ owner: PRO.ownerId, id }, { includeInternalTxs: false });
    await traced(own, { chainId: CHAIN, number: 11, hash: one.hash, epoch: 0 });
    await timedOut(own, one);
    expect(await messages(id)).toHaveLength(1);
  });
  test('a late trace event of a newer epoch creates no message for a block before the webhook', async () => {
    const { own, deps, event, messages, internalTxs } = await matcher();
    const { id } = await aWebhook(deps, { includeInternalTxs: true });
    const since = (await deps.Webhook.find(PRO.ownerId, id))?.since ?? { number: 0, epoch: 0 };
    const old = event(since.number);
    internalTxs.set(old.hash, [internalTx]);
    await traced(own, { chainId: CHAIN, number: old.number, hash: old.hash, epoch: since.epoch + 1 });
    expect(await messages(id)).toEqual([]);
  });
  test('a trace timeout creates one message, flagged as incomplete', async () => {
    const { own, deps, event, messages, internalTxs } = await matcher();
    const { id } = await aWebhook(deps, { includeInternalTxs: true });
    const one = event();
    await added(own, one);
    expect(await messages(id)).toEqual([]);
    await timedOut(own, one);
    internalTxs.set(one.hash, [internalTx]);
    await traced(own, { chainId: CHAIN, number: 11, hash: one.hash, epoch: 0 });
    expect(await messages(id)).toMatchObject([{ isIncomplete: true }]);
  });
});
