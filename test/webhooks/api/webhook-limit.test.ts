import { handler as create } from '../../../lambdas/webhooks/api/create-webhook';
import { handler as deactivate } from '../../../lambdas/webhooks/api/deactivate-webhook';
import { handler as update } from '../../../lambdas/webhooks/api/update-webhook';
import { recount } from '../../../lambdas/webhooks/rows/webhook-count';
import { webhookWriter } from '../../../lambdas/webhooks/rows/webhook-item';
import { call } from '../../support/endpoints/call';
import { aWebhook, CHAIN, PRO, registration, webhookWorld } from '../../support/endpoints/webhooks';
import { withMutedErrors } from '../../support/endpoints/with-muted-errors';
import { address } from '../../support/make/blocks';
import { conflictWith } from '../../support/tables/conflicts';
import type { Gate } from '../../support/tables/memory';
import { withoutDelays } from '../../support/tables/without-delays';

/** Endpoints of an owner with a plan of this many webhooks, over a table with a gate. */
async function ownerWith(webhooks: number, gate?: Gate) {
  const world = await webhookWorld(gate);
  const limits = {
    ...world.deps.limits,
    pro: { ...world.deps.limits.pro, webhooks, webhookAddresses: 5, webhookReplays: 9 },
  };
  const deps = { ...world.deps, limits };
  const of = (id: string) => ({ owner: PRO.ownerId, id });
  return {
    ...world,
    deps,
    make: async () => (await aWebhook(deps)).id,
    post: async () => (await call(create, deps, { caller: PRO, body: registration() })).status,
    patch: async (id: string, body: object) => (await call(update, deps, { caller: PRO, params: { id }, body })).status,
    remove: async (id: string) => (await call(deactivate, deps, { caller: PRO, params: { id } })).status,
    /** Disables a webhook as the sender does. */
    giveUp: (id: string) => deps.write.Webhook.change(of(id), { active: false, disabledReason: 'gone' }),
    /** Deletes a webhook as DynamoDB does after its expiry. */
    expire: (id: string) => world.table.write([{ delete: { pk: `w#${PRO.ownerId}`, sk: id } }]),
    count: async () => (await world.table.get({ pk: `wn#${PRO.ownerId}`, sk: 'n' }, true))?.n ?? 0,
    /** Numbers of counted webhooks, address rows and subscription rows. */
    async found() {
      const all = (await deps.page([deps.Webhook.ofOwner(PRO.ownerId)], { ascending: true, size: 100 })).values;
      return {
        counting: all.filter(({ active, disabledReason }) => active || disabledReason !== undefined).length,
        addresses: (await world.items()).filter((item) => item.startsWith('wa#')).length,
        subscriptions: (await deps.Subscription.of(CHAIN, address(1))).length,
      };
    },
  };
}
const times = <T>(count: number, make: (i: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, i) => make(i)));
const tally = (statuses: readonly number[], status: number) => statuses.filter((one) => one === status).length;

describe('webhook limit', () => {
  test('concurrent registrations stop at the limit, and rejected ones leave nothing behind', async () => {
    const { post, count, found } = await ownerWith(5);
    const statuses = await times(20, post);
    expect([tally(statuses, 201), tally(statuses, 403)]).toEqual([5, 15]);
    expect([await count(), await found()]).toEqual([5, { counting: 5, addresses: 5, subscriptions: 5 }]);
  });

  test('concurrent activations stop at the limit', async () => {
    const { make, patch, remove, count, found } = await ownerWith(6);
    const ids = await times(6, make);
    for (const id of ids) await remove(id);
    const others = await times(3, make);
    const statuses = await Promise.all([...ids, ...ids].map((id) => patch(id, { status: 'active' })));
    // Once a webhook is active, the second request changes nothing.
    expect([tally(statuses, 200), tally(statuses, 403)]).toEqual([6, 6]);
    expect([await count(), (await found()).counting, others.length]).toEqual([6, 6, 3]);
  });

  test('repeated and concurrent deactivation of one webhook makes room for one', async () => {
    const { make, patch, remove, post, count } = await ownerWith(3);
    const ids = await times(3, make);
    const [first = ''] = ids;
    await times(6, (i) => (i % 2 === 0 ? remove(first) : patch(first, { status: 'inactive', name: 'off' })));
    for (let again = 0; again < 3; again++) await remove(first);
    expect(await count()).toBe(2);
    expect([await post(), await post()]).toEqual([201, 403]);
  });

  test('a webhook disabled by the service counts until its owner disables it, and can be enabled at the limit', async () => {
    const { make, post, patch, remove, giveUp, count } = await ownerWith(2);
    const [one, other] = [await make(), await make()];
    await giveUp(one);
    expect([await count(), await post()]).toEqual([2, 403]);
    expect([await patch(one, { status: 'active' }), await count()]).toEqual([200, 2]);
    for (const turnOff of [() => remove(one), () => patch(one, { status: 'inactive' })]) {
      await giveUp(one);
      await turnOff();
      expect(await count()).toBe(1);
      expect([await patch(one, { status: 'active' }), await count()]).toEqual([200, 2]);
    }
    await remove(other);
    expect(await count()).toBe(1);
  });

  test('a webhook disabled by its owner does not count even if the service disables it later', async () => {
    const { make, patch, remove, giveUp, count, deps } = await ownerWith(2);
    const id = await make();
    await remove(id);
    await giveUp(id);
    expect(await deps.Webhook.find(PRO.ownerId, id)).not.toHaveProperty('disabledReason');
    await remove(id);
    expect(await count()).toBe(0);
    await patch(id, { status: 'active' });
    expect(await count()).toBe(1);
  });

  test('a webhook that expires after the service disabled it does not count', async () => {
    const { make, post, giveUp, expire, count } = await ownerWith(2);
    const [one] = [await make(), await make()];
    await giveUp(one);
    await expire(one);
    expect([await post(), await post(), await count()]).toEqual([201, 403, 2]);
  });

  test('a missing count is restored by counting the webhooks', async () => {
    const { make, post, remove, count, table } = await ownerWith(3);
    const [one] = [await make(), await make()];
    const forget = () => table.write([{ delete: { pk: `wn#${PRO.ownerId}`, sk: 'n' } }]);
    await forget();
    expect([await post(), await post(), await count()]).toEqual([201, 403, 3]);
    await forget();
    expect([await remove(one), await count()]).toEqual([200, 2]);
  });
});

describe('webhook count', () => {
  test.each(['before', 'after'] as const)(
    'the count stays correct wherever a request is cut off, %s a write',
    async (when) => {
      let left = Number.POSITIVE_INFINITY;
      const gate: Gate = (call, at) => {
        if (at === when && /^(Put|Update|Delete|BatchWrite|TransactWrite)/.test(call) && left-- === 0)
          throw new Error('the process ends here');
      };
      const { make, post, patch, remove, giveUp, count, found } = await ownerWith(50, gate);
      const off = async () => {
        const id = await make();
        await remove(id);
        return id;
      };
      const gone = async () => {
        const id = await make();
        await giveUp(id);
        return id;
      };
      const requests: readonly [() => Promise<string>, (id: string) => Promise<unknown>][] = [
        [async () => '', () => post()],
        [make, remove],
        [make, (id) => patch(id, { status: 'inactive', name: 'x' })],
        [gone, remove],
        [off, (id) => patch(id, { status: 'active', name: 'x' })],
        [gone, (id) => patch(id, { status: 'active' })],
        [make, giveUp],
      ];
      let cuts = 0;
      for (const [prepare, request] of requests)
        for (let nth = 0; ; nth++) {
          const id = await prepare();
          left = nth;
          await withMutedErrors(() => request(id).catch(() => undefined));
          const isCut = left < 0;
          left = Number.POSITIVE_INFINITY;
          expect([nth, await count()]).toEqual([nth, (await found()).counting]);
          if (!isCut) break;
          cuts += 1;
          // A repeated request completes the first and counts once.
          if (id !== '') await request(id);
          expect([nth, await count()]).toEqual([nth, (await found()).counting]);
        }
      expect(cuts).toBeGreaterThan(15);
    },
  );

  test('a recount includes a webhook enabled while it runs', async () => {
    let meanwhile: (() => Promise<unknown>) | undefined;
    const world = await ownerWith(9, async (call, when) => {
      if (call !== 'Query' || when !== 'after') return;
      const own = meanwhile;
      meanwhile = undefined;
      await own?.();
    });
    const { make, patch, remove, count, table } = world;
    const [off] = [await make(), await make()];
    await remove(off);
    await table.update({ pk: `wn#${PRO.ownerId}`, sk: 'n' }, { set: { n: 7 } });
    meanwhile = () => patch(off, { status: 'active' });
    expect([await recount(table, PRO.ownerId), await count()]).toEqual([2, 2]);
  });

  test('the count survives write conflicts, and a request that always conflicts gets 503 and leaves nothing behind', async () => {
    let gate: Gate = () => undefined;
    const { make, post, patch, remove, count, found } = await ownerWith(9, (...call) => gate(...call));
    const id = await make();
    for (const request of [post, () => remove(id), () => patch(id, { status: 'active' })]) {
      gate = conflictWith(3);
      expect(await withoutDelays(request)).toBeLessThan(300);
    }
    const before = [await count(), await found()];
    expect(before).toEqual([2, { counting: 2, addresses: 2, subscriptions: 2 }]);
    const onTransactions = conflictWith(Number.POSITIVE_INFINITY);
    gate = (call, ...rest) => (call === 'TransactWriteItems' ? onTransactions(call, ...rest) : undefined);
    for (const request of [post, () => remove(id)])
      expect(await withoutDelays(() => withMutedErrors(request))).toBe(503);
    expect([await count(), await found()]).toEqual(before);
  });
});

describe('disabled webhook', () => {
  const DAY = 86_400;

  test.each<[string, (world: Awaited<ReturnType<typeof ownerWith>>, id: string) => Promise<unknown>]>([
    ['by DELETE', ({ remove }, id) => remove(id)],
    ['by PATCH', ({ patch }, id) => patch(id, { status: 'inactive' })],
    ['by the service', ({ giveUp }, id) => giveUp(id)],
  ])(
    'a webhook disabled %s expires after 90 days and its addresses after 97, unless it is enabled again',
    async (_, turnOff) => {
      const world = await ownerWith(9);
      const { deps, table, make, patch } = world;
      const id = await make();
      const expiries = async () => {
        const of = [
          { pk: `w#${PRO.ownerId}`, sk: id },
          { pk: `wa#${id}`, sk: 's' },
        ];
        const items = await Promise.all(of.map((key) => table.get(key, true)));
        return items.map((item) => item && (item.expiresAt ?? 'never'));
      };
      expect(await expiries()).toEqual(['never', 'never']);
      const now = Math.floor(deps.now() / 1_000);
      await turnOff(world, id);
      expect(await expiries()).toEqual([now + 90 * DAY, now + 97 * DAY]);
      expect(await patch(id, { name: 'still off' })).toBe(200);
      expect(await expiries()).toEqual([now + 90 * DAY, now + 97 * DAY]);
      await patch(id, { status: 'active' });
      expect(await expiries()).toEqual(['never', 'never']);
      expect(await deps.WatchedAddresses.of(id)).toEqual([address(1)]);
    },
  );

  test('disabling a webhook again does not postpone its expiry', async () => {
    const { deps, table, make, remove } = await ownerWith(9);
    const id = await make();
    await remove(id);
    const item = () => table.get({ pk: `w#${PRO.ownerId}`, sk: id }, true);
    const before = await item();
    const later = webhookWriter(table, () => deps.now() + 1_000 * DAY);
    await later.turnOff({ owner: PRO.ownerId, id });
    await later.change({ owner: PRO.ownerId, id }, { active: false, disabledReason: 'gone' });
    expect(await item()).toEqual(before);
  });
});
