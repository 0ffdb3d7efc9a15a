import { cachedSubscriptions } from '../../../../lambdas/webhooks/kinds/address-activity/cached-subscriptions';
import { unwatch, watch } from '../../../../lambdas/webhooks/kinds/address-activity/watch';
import { subscriptionReader } from '../../../../lambdas/webhooks/rows/watched';
import { createWatchedSets } from '../../../../lambdas/webhooks/rows/watched-set';
import { aWebhook, CHAIN, PRO, webhookWorld } from '../../../support/endpoints/webhooks';
import { address } from '../../../support/make/blocks';

/** `who` looks up the webhooks of an address, as each block does; `queries` counts the table queries of some work. */
async function world() {
  const asked: string[] = [];
  let next: (() => Promise<void>) | undefined;
  const { deps, table } = await webhookWorld(async (call, when) => {
    if (call !== 'Query') return;
    if (when === 'before') return void asked.push(call);
    const work = next;
    next = undefined;
    await work?.();
  });
  const [sets, subscriptionsWhile] = [createWatchedSets(table), cachedSubscriptions(subscriptionReader(table))];
  const who = async (from?: string) => {
    const watched = await sets.of(CHAIN);
    if (!watched) throw new Error('nobody watches the chain');
    const found = await subscriptionsWhile(watched).of(CHAIN, address(1), 500, from);
    return found.map(({ webhook }) => webhook);
  };
  const queries = async (work: () => Promise<unknown>) => {
    const before = asked.length;
    await work();
    return asked.length - before;
  };
  const record = async (id: string) => {
    const found = await deps.Webhook.find(PRO.ownerId, id);
    if (!found) throw new Error('the webhook is not there');
    return found;
  };
  return {
    deps,
    who,
    queries,
    record,
    /** Runs this once, after the next query. */
    during: (work: () => Promise<void>) => {
      next = work;
    },
    refresh: () => sets.of(CHAIN),
  };
}

test('subscriptions of an address are cached until they change', async () => {
  const { deps, who, queries, record } = await world();
  const { id: first } = await aWebhook(deps);
  expect(await who()).toEqual([first]);
  expect(await queries(who)).toBe(0);
  const { id: second } = await aWebhook(deps);
  expect(await who()).toEqual([first, second].toSorted());
  expect(await queries(who)).toBe(0);
  await unwatch({ write: deps.write, Subscription: deps.Subscription }, await record(first), [address(1)]);
  expect(await who()).toEqual([second]);
});

test('a subscription added during a read is found at the next block', async () => {
  const { deps, who, record, during, refresh } = await world();
  const { id: first } = await aWebhook(deps);
  const webhook = await record(first);
  // Another block of the same batch sees the change after the query, before its result is used.
  during(async () => {
    await watch(deps, { ...webhook, id: 'later' }, [address(1)], webhook.since);
    await refresh();
  });
  expect(await who()).toEqual([first]);
  expect(await who()).toEqual([first, 'later'].toSorted());
});

test('later pages, and addresses with more than ten subscriptions, are not cached', async () => {
  const { deps, who, queries, record } = await world();
  const { id: first } = await aWebhook(deps);
  const webhook = await record(first);
  expect(await who()).toEqual([first]);
  expect(await who(first)).toEqual([]);
  expect(await queries(() => who(''))).toBe(1);
  for (let n = 0; n < 10; n++) await watch(deps, { ...webhook, id: `w${n}` }, [address(1)], webhook.since);
  expect(await who()).toHaveLength(11);
  expect(await queries(who)).toBe(1);
});
