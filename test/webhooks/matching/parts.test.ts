import type * as z from 'zod';
import type { BlockEvent } from '../../../lambdas/chain/contract/events';
import type { MatchRest, ReleaseRest, RevokeRest } from '../../../lambdas/webhooks/contract/messages';
import type { MatchingKind } from '../../../lambdas/webhooks/kinds/kind';
import { getSubscribers } from '../../../lambdas/webhooks/kinds/subscribers';
import { added, matchRest, removed, revokeFrom } from '../../../lambdas/webhooks/matching/matcher';
import { release } from '../../../lambdas/webhooks/matching/release';
import { createOutbox } from '../../../lambdas/webhooks/rows/outbox';
import { newWebhook } from '../../../lambdas/webhooks/rows/webhook-attributes';
import { matcherDeps } from '../../support/endpoints/matcher';
import { PRO, webhookWorld } from '../../support/endpoints/webhooks';
import { FULL } from '../../support/full';
import { hash } from '../../support/make/blocks';

const CHAIN = 'ticks';
/** Transactions of the block by watched name. */
const NAMED = new Map([
  ['all', new Set([0, 1, 2, 3])],
  ['some', new Set([4])],
  ['few', new Set([5, 6])],
]);
/** All webhooks watch `all`, every third also `some`, every hundredth also `few`. */
const WEBHOOKS = FULL ? 23_200 : 640;
const getNames = (n: number) => ['all', ...(n % 3 === 0 ? ['some'] : []), ...(n % 100 === 0 ? ['few'] : [])];
const countAll = (n: number) => getNames(n).reduce((sum, name) => sum + (NAMED.get(name)?.size ?? 0), 0);
const MATCHES = Array.from({ length: WEBHOOKS }, (_, n) => countAll(n)).reduce((sum, count) => sum + count, 0);

const event: BlockEvent = {
  ...{ id: '11', chainId: CHAIN, network: 'mainnet', number: 11, hash: hash(11), parentHash: hash(10) },
  ...{ timestamp: 0, transactions: 7, incarnation: 1, epoch: 0, raw: '' },
};

/** A matcher with many webhooks, and a driver for its follow-up steps. */
async function world(confirmations: number) {
  const { deps, table } = await webhookWorld();
  const since = { number: 10, epoch: 0 };
  const kind: MatchingKind = {
    eventType: 'every_block',
    isWatched: async () => true,
    async matches(block, _, from) {
      const read = { subscriptions: deps.Subscription, webhooks: deps.Webhook };
      const { subscribers, ...rest } = await getSubscribers(read, 'every_block', block, NAMED, from);
      const matches = subscribers.flatMap(({ webhook, txs }) =>
        [...txs].map((tx) => ({ webhook, tx, txHash: hash(tx) })),
      );
      return { matches, ...rest };
    },
  };
  const ids = Array.from({ length: WEBHOOKS }, (_, n) => `w${String(n).padStart(6, '0')}`);
  await table.write(
    ids.flatMap((id, n) => [
      {
        put: newWebhook({
          ...{ id, owner: PRO.ownerId, eventType: 'every_block', chain: CHAIN, since, confirmations },
          ...{ url: 'https://example.com/', name: '', description: '', active: true, createdAt: 1 },
        }),
      },
      ...getNames(n).map((name) => ({
        put: { pk: `ws#${CHAIN}#${name}`, sk: id, o: PRO.ownerId, n: since.number, e: since.epoch },
      })),
    ]),
  );
  const { own, later } = matcherDeps(deps, table, [kind]);
  /** Processes the matcher’s messages to itself and returns the number of steps. */
  const finish = async () => {
    for (let steps = 1; ; steps++) {
      const message = later.shift()?.message as
        | (Partial<z.infer<typeof MatchRest>> &
            Partial<z.infer<typeof RevokeRest>> &
            Partial<z.infer<typeof ReleaseRest>>)
        | undefined;
      if (!message) return steps;
      if (message.matchRest) await matchRest(own, message.matchRest);
      if (message.revokeRest) await revokeFrom(own, message.revokeRest);
      if (message.releaseRest) await release(own, message.releaseRest.chain, message.releaseRest.number);
    }
  };
  const counts = async () => {
    const all: Record<string, number> = {};
    const wrong: string[] = [];
    for (const [n, id] of ids.entries()) {
      const { values } = await deps.page([deps.Message.ofWebhook(id)], { ascending: true, size: 20 });
      if (values.length !== countAll(n)) wrong.push(`${id}: ${values.length}`);
      for (const { status } of values) all[status] = (all[status] ?? 0) + 1;
    }
    return { all, wrong };
  };
  const inOutboxes = async () => {
    let sum = 0;
    for (const id of ids) sum += (await createOutbox(table).next(id, 9e12, 50, false)).due.length;
    return sum;
  };
  return { own, finish, counts, inOutboxes };
}

describe(`a block of ${MATCHES.toLocaleString('en')} matches`, () => {
  test('a large block is matched and revoked in parts, with each message created once even on redelivery', async () => {
    const { own, finish, counts, inOutboxes } = await world(0);
    await added(own, event);
    expect(await finish()).toBeGreaterThanOrEqual(Math.floor(MATCHES / 510));
    expect(await counts()).toEqual({ all: { pending: MATCHES }, wrong: [] });
    if (!FULL) {
      await added(own, event);
      await finish();
      expect(await counts()).toEqual({ all: { pending: MATCHES }, wrong: [] });
    }
    expect(await inOutboxes()).toBe(MATCHES);
    await removed(own, event);
    expect(await finish()).toBeGreaterThanOrEqual(Math.floor(MATCHES / 1_100));
    expect(await counts()).toEqual({ all: { revoked: MATCHES }, wrong: [] });
  });

  test('a large block is released in parts once confirmed', async () => {
    const { own, finish, inOutboxes } = await world(1);
    // The confirming block is absent while the messages are created.
    const onChain = new Set<string>();
    own.blocks.areCanonical = async () => onChain;
    await added(own, event);
    await finish();
    expect(await inOutboxes()).toBe(0);
    for (const one of [event.hash, hash(12)]) onChain.add(one);
    await release(own, CHAIN, 12, hash(12));
    expect(await finish()).toBeGreaterThanOrEqual(Math.floor(MATCHES / 510));
    expect(await inOutboxes()).toBe(MATCHES);
  });
});
