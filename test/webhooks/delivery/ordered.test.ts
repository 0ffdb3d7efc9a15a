import fc from 'fast-check';
import { seededRandom } from '../../../demo/random';
import { handler as create } from '../../../lambdas/webhooks/api/create-webhook';
import { handler as update } from '../../../lambdas/webhooks/api/update-webhook';
import { deliver } from '../../../lambdas/webhooks/delivery/deliver';
import { messageId } from '../../../lambdas/webhooks/domain/message';
import { toRemoval } from '../../../lambdas/webhooks/matching/revoke';
import { feedEntryReader } from '../../../lambdas/webhooks/rows/feed-entries';
import { call } from '../../support/endpoints/call';
import { feedWorld, START } from '../../support/endpoints/feed';
import { aRun, senderDeps } from '../../support/endpoints/sender';
import { aWebhook, CHAIN, PRO, registration, webhookWorld } from '../../support/endpoints/webhooks';
import { repeatedRuns } from '../../support/full';
import { muteLog } from '../../support/mute-log';

muteLog();

const MINUTE_MS = 60_000;
const OK = { statusCode: 200 };

interface Sent {
  readonly messageId: string;
  readonly event: { readonly removes?: string };
}

/** `answer`: of the receiver to each message. */
async function world(settings: object, draw: () => number, answer: () => object) {
  const chain = await feedWorld({ ...settings, order: 'chain' }, draw, 0);
  const [webhook] = chain.webhooks;
  if (!webhook) throw new Error('the webhook is not there');
  const arrived: Sent[] = [];
  const state = { now: chain.deps.now() };
  const { own } = senderDeps(
    chain.deps,
    chain.table,
    (_, { body }) => {
      arrived.push(JSON.parse(body) as Sent);
      return answer();
    },
    state,
  );
  const sender = { ...own, kinds: [chain.kind] };
  /** Throws if the sender is killed. */
  const send = () => deliver(sender, { webhook: webhook.id, owner: webhook.owner }, aRun(sender));
  /** Until nothing arrives for a while: unconfirmed messages stay pending. */
  const sendAll = async () => {
    for (let quiet = 0; quiet < 15; quiet++) {
      const before = arrived.length;
      state.now += MINUTE_MS;
      await send().catch(() => undefined);
      if (arrived.length > before) quiet = 0;
    }
  };
  /** IDs of all messages in the order of the feed, and of removals. */
  const feed = async () => {
    const ids: string[] = [];
    const messages = new Map((await chain.allMessages(webhook.id)).map((one) => [one.digest, one]));
    for await (const group of feedEntryReader(chain.table).of(webhook, START))
      for (const { digest, removal } of group) {
        const original = messages.get(digest);
        if (!original) throw new Error(`no message ${digest}`);
        ids.push(messageId(removal ? toRemoval({ chain: CHAIN, ...removal }, original, 0) : original));
      }
    return ids;
  };
  return { ...chain, webhook, arrived, state, send, sendAll, feed };
}

/** What the receiver holds, and the ids that came in the order in which they first did. */
function apply(arrived: readonly Sent[]) {
  const held = new Set<string>();
  const first = [...new Map(arrived.map((one) => [one.messageId, one])).values()];
  for (const { messageId: id, event } of first) {
    if (event.removes === undefined) held.add(id);
    else if (!held.delete(event.removes)) throw new Error(`${id} removes ${event.removes}, which is not held`);
  }
  return { held, ids: first.map(({ messageId: id }) => id) };
}

test.each([
  ['at the head', {}],
  ['with confirmations', { confirmations: 3 }],
])(
  'a failing receiver gets each message in the order of the feed, through reorgs and kills: %s',
  async (_, settings) => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 1_000_000 }), async (seed) => {
        const draw = seededRandom(seed);
        let isOver = false;
        const service = await world(settings, draw, () => {
          if (isOver || draw() < 0.6) return OK;
          if (draw() < 0.3) throw new Error('the sender is killed');
          return { statusCode: 500 };
        });
        const { path, grow, reorg, matchNext, matchAll, send, sendAll, feed, arrived, state } = service;
        for (let step = 0; step < 80; step++) {
          const action = draw();
          state.now += Math.floor(draw() * 30_000);
          if (action < 0.25) grow();
          else if (action < 0.32) reorg();
          else if (action < 0.7) await matchNext();
          else await send().catch(() => undefined);
        }
        await matchAll();
        for (let i = 0; i < 5; i++) grow();
        await matchAll();
        isOver = true;
        await sendAll();
        const { held, ids } = apply(arrived);
        const order = await feed();
        expect(ids).toEqual(order.filter((id) => ids.includes(id)));
        const { id, confirmations = 0 } = service.webhook;
        const confirmed = new Set(path.slice(0, path.length - confirmations).map((block) => block.hash));
        const expected = (await service.allMessages(id)).filter(
          ({ kind, revokedAt, of }) =>
            kind === 'added' && revokedAt === undefined && confirmed.has(of?.blockHash ?? ''),
        );
        expect([...held].toSorted()).toEqual(expected.map(messageId).toSorted());
      }),
      { ...repeatedRuns(15, 150), includeErrorInReport: true },
    );
  },
);

test('a message that fails holds back the others, and is tried every ten minutes until it is accepted', async () => {
  let status = 500;
  const { grow, matchAll, send, state, arrived, allMessages, webhook } = await world(
    {},
    () => 0.5,
    () => ({ statusCode: status }),
  );
  for (let i = 0; i < 3; i++) grow();
  await matchAll();
  const tried: number[] = [];
  for (let minute = 0; minute < 24 * 60; minute += 1) {
    const before = arrived.length;
    await send();
    if (arrived.length > before) tried.push(minute);
    state.now += MINUTE_MS;
  }
  expect(new Set(arrived.map(({ messageId: id }) => id)).size).toBe(1);
  expect(Math.max(...tried.map((minute, i) => minute - (tried[i - 1] ?? 0)))).toBeLessThanOrEqual(13);
  expect((await allMessages(webhook.id)).map(({ status: one }) => one)).toEqual(Array(6).fill('pending'));
  status = 200;
  for (let i = 0; i < 30; i++) {
    state.now += MINUTE_MS;
    await send();
  }
  expect((await allMessages(webhook.id)).map(({ status: one }) => one)).toEqual(Array(6).fill('delivered'));
});

test('messages of a disabled webhook wait, and are sent once it is enabled again', async () => {
  const { deps, grow, matchAll, send, sendAll, state, arrived, webhook } = await world(
    {},
    () => 0.5,
    () => OK,
  );
  grow();
  await matchAll();
  await deps.write.Webhook.change(webhook, { active: false, disabledReason: 'it floods us' });
  state.now += MINUTE_MS;
  await send();
  expect(arrived).toEqual([]);
  await deps.write.Webhook.turnOn(webhook, 10, { since: webhook.since, turnedOnAt: state.now });
  state.now += 10 * MINUTE_MS;
  await sendAll();
  expect(arrived).toHaveLength(2);
});

test('an order is shown, and can neither be changed nor combined with a webhook that is only pulled', async () => {
  const { deps } = await webhookWorld();
  const webhook = await aWebhook(deps, { order: 'chain' });
  expect(webhook.order).toBe('chain');
  const changed = await call(update, deps, { params: { id: webhook.id }, body: { order: 'any' }, caller: PRO });
  expect(changed.status).toBe(400);
  const { url: _, ...pulled } = registration({ delivery: 'pull', order: 'chain' });
  const refused = await call(create, deps, { body: pulled, caller: PRO });
  expect([refused.status, refused.body.message]).toEqual([
    400,
    'order: must be absent if delivery is pull: a feed is always in order',
  ]);
});
