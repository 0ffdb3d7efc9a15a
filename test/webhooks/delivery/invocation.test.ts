import type { SQSEvent } from 'aws-lambda';
import type { Inbox } from '../../../lambdas/core/aws/inbox';
import type { Deliveries, Delivery } from '../../../lambdas/webhooks/contract/messages';
import { runInvocation } from '../../../lambdas/webhooks/delivery/invocation';
import { createTally } from '../../../lambdas/webhooks/delivery/tally';
import { senderDeps } from '../../support/endpoints/sender';
import { aWebhook, PRO, webhookWorld } from '../../support/endpoints/webhooks';
import { withMutedErrors } from '../../support/endpoints/with-muted-errors';
import { muteLog } from '../../support/mute-log';

muteLog();

const soon = () => new Promise((resolve) => setTimeout(resolve, 5));

/** An invocation over webhooks; receivers named `slow…` answer only when released through `open`. */
async function world(names: readonly string[]) {
  const { deps, table } = await webhookWorld();
  const ids = new Map<string, string>();
  for (const name of names) ids.set(name, (await aWebhook(deps, { url: `https://example.com/${name}` })).id);
  const toId = (name: string) => ids.get(name) ?? '';
  const open: (() => void)[] = [];
  const hanging = new Set(names.filter((name) => name.startsWith('slow')));
  const sender = senderDeps(deps, table, (_, { url }) => {
    const name = url.slice(url.lastIndexOf('/') + 1);
    if (!hanging.has(name)) return { statusCode: 200 };
    return new Promise((resolve) => open.push(() => resolve({ statusCode: 200, latencyMs: 9_000 })));
  });
  const queue: { body: string; receipt: string }[] = [];
  const removed: string[] = [];
  const inbox: Inbox = {
    receive: async (max) => {
      await soon();
      return queue.splice(0, Math.min(max, 10));
    },
    remove: async ({ receipt }) => void removed.push(receipt),
  };
  let tx = 0;
  /** Creates a message and returns its announcement. */
  const announce = async (name: string): Promise<Delivery> => {
    const target = { webhook: toId(name), owner: PRO.ownerId };
    const message = { ...target, block: 1, tx: ++tx, digest: String(tx).padStart(32, '0'), kind: 'test' } as const;
    await deps.write.Message.create([{ message: { ...message, createdAt: 1 } }], 1);
    await deps.write.PendingWebhook.mark([target], 1);
    return target;
  };
  const getBody = (...all: Delivery[]) =>
    JSON.stringify({ webhooks: all.map(({ webhook }) => webhook), owner: PRO.ownerId } satisfies Deliveries);
  const enqueue = (one: Delivery | Delivery[], receipt = 'a receipt') =>
    queue.push({ body: getBody(...[one].flat()), receipt });
  const run = (...batch: Delivery[]) => {
    const Records = batch.map((one, i) => ({ messageId: `m${i}`, body: getBody(one) }));
    return runInvocation({ Records } as unknown as SQSEvent, sender.own, inbox, createTally());
  };
  const sentTo = (name: string) => sender.posted.filter(({ url }) => url.endsWith(`/${name}`)).length;
  return { ...sender, announce, enqueue, run, sentTo, queue, removed, open, toId };
}

describe('sender invocation', () => {
  test('an invocation with a hanging receiver still takes and settles other deliveries', async () => {
    const names = ['slow', ...Array.from({ length: 25 }, (_, n) => `well${n}`)];
    const { announce, enqueue, run, sentTo, removed, open, queue } = await world(names);
    const ended = run(await announce('slow'));
    for (const name of names.slice(1)) enqueue(await announce(name), name);
    while (removed.length < 25) await soon();
    // The first request still hangs.
    expect([sentTo('slow'), open.length, queue.length]).toEqual([1, 1, 0]);
    for (const name of names.slice(1)) expect(sentTo(name)).toBe(1);
    open[0]?.();
    expect(await ended).toEqual({ batchItemFailures: [] });
  });

  test('an invocation takes at most forty slow deliveries and defers the others', async () => {
    const slow = Array.from({ length: 45 }, (_, n) => `slow${n}`);
    const well = Array.from({ length: 20 }, (_, n) => `well${n}`);
    const { announce, enqueue, run, removed, open, own, state, toId } = await world([...slow, ...well]);
    const finish = async () => {
      for (const answer of open.splice(0)) answer();
    };
    // A slow response to each marks them as slow.
    for (const name of slow) {
      const one = run(await announce(name));
      while (open.length === 0) await soon();
      await finish();
      await one;
    }
    const ended = run(await announce(slow[0] ?? ''));
    for (const name of slow.slice(1)) enqueue(await announce(name), name);
    for (const name of well) enqueue(await announce(name), name);
    while (removed.filter((name) => name.startsWith('well')).length < 20) await soon();
    expect(open).toHaveLength(40);
    // The other five are deferred.
    expect(removed.filter((name) => name.startsWith('slow'))).toHaveLength(5);
    for (const name of slow.slice(40)) expect((await own.pending.find(toId(name)))?.due).toBeGreaterThan(state.now);
    await finish();
    await ended;
  });

  test('a failed delivery stays in the queue', async () => {
    const { announce, enqueue, run, own, removed, open } = await world(['slow', 'bad']);
    const find: typeof own.pending.find = own.pending.find;
    const bad = await announce('bad');
    Object.assign(own.pending, {
      find: (webhook: string) => (webhook === bad.webhook ? Promise.reject(new Error('throttled')) : find(webhook)),
    });
    const ended = withMutedErrors(async () => run(await announce('slow'), bad));
    while (open.length === 0) await soon();
    enqueue(bad);
    for (let again = 0; again < 40; again++) await soon();
    open[0]?.();
    expect(await ended).toEqual({ batchItemFailures: [{ itemIdentifier: 'm1' }] });
    expect(removed).toEqual([]);
  });

  test('a queue message for several webhooks is removed once all are delivered to, and kept if one fails', async () => {
    const { announce, enqueue, run, own, removed, open, sentTo } = await world(['slow', 'slower', 'a', 'b', 'bad']);
    const { find } = own.pending;
    const bad = await announce('bad');
    Object.assign(own.pending, {
      find: (webhook: string) => (webhook === bad.webhook ? Promise.reject(new Error('throttled')) : find(webhook)),
    });
    const ended = withMutedErrors(async () => run(await announce('slow')));
    while (open.length === 0) await soon();
    enqueue([await announce('a'), await announce('slower')], 'whole');
    enqueue([bad, await announce('b')], 'failing');
    while (open.length < 2 || sentTo('b') < 1) await soon();
    expect([sentTo('a'), removed]).toEqual([1, []]);
    open[1]?.();
    while (removed.length === 0) await soon();
    open[0]?.();
    await ended;
    expect(removed).toEqual(['whole']);
  });

  test('a webhook announced just after its last check is checked once more', async () => {
    const { announce, enqueue, run, sentTo, open, own, toId, queue } = await world(['slow', 'well']);
    const { clear } = own.pending;
    let isAnnounced = false;
    Object.assign(own.pending, {
      clear: async (pending: Parameters<typeof clear>[0]) => {
        const isClear = await clear(pending);
        if (pending.webhook !== toId('well') || isAnnounced) return isClear;
        isAnnounced = true;
        // Its delivery has ended except for this call.
        enqueue(await announce('well'));
        while (queue.length > 0) await soon();
        await soon();
        return isClear;
      },
    });
    const ended = run(await announce('slow'), await announce('well'));
    while (sentTo('well') < 2) await soon();
    open[0]?.();
    await ended;
  });

  test('a webhook announced again during its delivery is checked once more', async () => {
    const { announce, enqueue, run, sentTo, open, removed } = await world(['slow', 'slower']);
    const first = await announce('slow');
    const other = await announce('slower');
    const ended = run(first, other);
    while (open.length < 2) await soon();
    for (let copy = 0; copy < 5; copy++) enqueue(await announce('slow'), `copy ${copy}`);
    for (let again = 0; again < 60; again++) await soon();
    expect(sentTo('slow')).toBe(1);
    open.shift()?.();
    while (sentTo('slow') < 6) {
      await soon();
      for (const answer of open.splice(1)) answer();
    }
    for (const answer of open.splice(0)) answer();
    await ended;
    expect(removed).toHaveLength(5);
  });
});
