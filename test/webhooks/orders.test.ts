import fc from 'fast-check';
import type { BlockEvent } from '../../lambdas/chain/contract/events';
import type { Delivery } from '../../lambdas/webhooks/contract/messages';
import { deliver } from '../../lambdas/webhooks/delivery/deliver';
import { type MessageRecord, messageId } from '../../lambdas/webhooks/domain/message';
import type { EventKind } from '../../lambdas/webhooks/kinds/kind';
import { added, removed } from '../../lambdas/webhooks/matching/matcher';
import { replay } from '../../lambdas/webhooks/workers/replay';
import { matcherDeps } from '../support/endpoints/matcher';
import { aRun, senderDeps } from '../support/endpoints/sender';
import { aWebhook, CHAIN, PRO, webhookWorld } from '../support/endpoints/webhooks';
import { repeatedRuns } from '../support/full';
import { hash } from '../support/make/blocks';
import { muteLog } from '../support/mute-log';

muteLog();

/** Actions at any moment, even during a request. */
const ACTIONS = [
  ...(['add', 'remove', 'again', 'send', 'two send', 'replay one', 'replay blocks', 'replay failed'] as const),
  ...(['wait', 'wake'] as const),
] as const;
type Action = (typeof ACTIONS)[number];

/** The response of the receiver, or a crash of the sender before or after the request. */
const ANSWERS = ['ok', 'ok', 'ok', 'refused', 'failed', 'cut off before', 'cut off after'] as const;
type Answer = (typeof ANSWERS)[number];

/** One webhook that every block matches twice, with its matcher, its sender and the received messages. */
async function world(answers: readonly Answer[], during: readonly (Action | undefined)[]) {
  const { deps, table } = await webhookWorld();
  const { id } = await aWebhook(deps);
  const webhook = await deps.Webhook.find(PRO.ownerId, id);
  if (!webhook) throw new Error('the webhook is not there');
  const kind: EventKind = {
    eventType: 'address_activity',
    covers: () => true,
    isWatched: async () => true,
    blockFrom: async () => undefined,
    matches: async (block) => ({
      matches: [0, 1].map((tx) => ({ webhook, tx, txHash: hash(block.number * 10 + tx) })),
    }),
    body: async () => ({}),
    sample: async () => ({}),
  };
  const { own: matcher } = matcherDeps(deps, table, [kind]);
  /** Received messages in the order of their requests; `takes`: the message that a removal revokes. */
  const got: { readonly id: string; readonly takes?: string; readonly isRevoked: boolean }[] = [];
  /** IDs of the messages revoked so far. */
  const revoked = new Set<string>();
  let isQuiet = false;
  const sender = senderDeps(deps, table, async (nth, { body }) => {
    const { messageId: sent, event } = JSON.parse(body) as { messageId: string; event: { removes?: string } };
    const answer = isQuiet ? 'ok' : answers[nth % answers.length];
    if (answer === 'cut off before') throw new Error('cut off');
    got.push({ id: sent, isRevoked: revoked.has(sent), ...(event.removes ? { takes: event.removes } : {}) });
    sender.state.now += 200;
    const action = isQuiet ? undefined : during[nth % during.length];
    if (action) await act(action, nth);
    if (answer === 'cut off after') throw new Error('cut off');
    return { statusCode: answer === 'ok' ? 200 : answer === 'refused' ? 404 : 500 };
  });
  let draws = 0;
  const own = { ...sender.own, kinds: [kind], draw: () => (++draws * 0.618) % 1 };
  const { state } = sender;
  const messages = async (): Promise<readonly MessageRecord[]> =>
    (await deps.page([deps.Message.ofWebhook(id)], { ascending: true, size: 100 })).values;
  const blocks: { event: BlockEvent; isOn: boolean }[] = [];
  const target: Delivery = { webhook: id, owner: PRO.ownerId };
  const send = () =>
    deliver(own, target, aRun(own)).catch((error: Error) => {
      if (error.message !== 'cut off') throw error;
    });
  const range = async (status?: 'failed') => {
    const request = {
      ...target,
      fromBlock: 0,
      toBlock: 9_999,
      from: 0,
      to: 9e15,
      requestedAt: state.now,
      ...(status ? { status } : {}),
    };
    await replay(table, request, { deliveries: own.queue, later: own.queue }, state.now);
  };
  async function act(action: Action, seed: number): Promise<void> {
    const block = blocks[seed % Math.max(1, blocks.length)];
    if (action === 'add' && blocks.length < 4) {
      const number = 11 + blocks.length;
      const event: BlockEvent = {
        ...{
          id: `${number}`,
          chainId: CHAIN,
          network: 'mainnet',
          number,
          hash: hash(number),
          parentHash: hash(number - 1),
        },
        ...{ timestamp: 0, transactions: 2, incarnation: 1, epoch: 0, raw: '' },
      };
      blocks.push({ event, isOn: true });
      await added(matcher, event);
    }
    if (action === 'remove' && block?.isOn) {
      block.isOn = false;
      await removed(matcher, block.event);
      for (const message of await messages()) if (message.revokedAt !== undefined) revoked.add(messageId(message));
    }
    // The queue redelivers an event, or a removed block returns as its next incarnation.
    if (action === 'again' && block) {
      if (block.isOn) await added(matcher, block.event);
      else {
        await removed(matcher, block.event);
        block.event = { ...block.event, incarnation: block.event.incarnation + 1, epoch: 1 };
        block.isOn = true;
        await added(matcher, block.event);
      }
    }
    if (action === 'send') await send();
    if (action === 'two send') await Promise.all([send(), send()]);
    if (action === 'replay one') {
      const all = await messages();
      const one = all[seed % Math.max(1, all.length)];
      if (!one) return;
      await deps.write.ReplayEntry.add([one], state.now);
      await deps.write.PendingWebhook.mark([target], state.now, { replays: true });
    }
    if (action === 'replay blocks') await range();
    if (action === 'replay failed') await range('failed');
    if (action === 'wait') state.now += 20_000;
    if (action === 'wake') {
      // Queue delays are whole seconds.
      const { due = 0 } = (await own.pending.find(id)) ?? {};
      while (state.now < due) state.now += 1_000;
      await send();
    }
  }
  /** The receiver recovers, and all pending messages are sent. */
  const finish = async () => {
    isQuiet = true;
    for (let day = 0; day < 14; day++, state.now += 25 * 3_600_000) await send();
  };
  return { act, finish, messages, got };
}

const one = <T>(values: readonly T[]) => fc.constantFrom(...values);

test('messages are never sent after revocation, never follow their removal and are never lost, in any order of events', async () => {
  let [requests, removals, inFlight] = [0, 0, 0];
  await fc.assert(
    fc.asyncProperty(
      fc.array(one(ACTIONS), { minLength: 6, maxLength: 30 }),
      fc.array(one(ANSWERS), { minLength: 1, maxLength: 12 }),
      fc.array(
        fc.option(one(ACTIONS.filter((action) => !['send', 'two send', 'wake'].includes(action))), { nil: undefined }),
        {
          minLength: 1,
          maxLength: 12,
        },
      ),
      async (actions, answers, during) => {
        const { act, finish, messages, got } = await world(answers, during);
        for (const [i, action] of ['add' as const, ...actions].entries()) await act(action, i);
        await finish();
        const all = await messages();
        const originals = all.filter(({ kind }) => kind === 'added');
        expect(got.filter(({ isRevoked }) => isRevoked)).toEqual([]);
        for (const message of originals) {
          const id = messageId(message);
          const [sent, taken] = [
            got.flatMap((each, at) => (each.id === id ? [at] : [])),
            got.flatMap((each, at) => (each.takes === id ? [at] : [])),
          ];
          const state = { id, status: message.status, revoked: message.revokedAt !== undefined };
          if (message.revokedAt === undefined) expect([state, sent.length > 0, taken.length]).toEqual([state, true, 0]);
          // A received original needs a removal, and a removal needs a recorded attempt: the original may have arrived.
          else if (sent.length > 0) expect([state, taken.length > 0]).toEqual([state, true]);
          else if (taken.length > 0) expect([state, message.attempts.length > 0]).toEqual([state, true]);
          expect(Math.max(-1, ...sent)).toBeLessThan(Math.min(Number.POSITIVE_INFINITY, ...taken));
          if (message.revokedAt !== undefined && sent.length > 0) inFlight += 1;
        }
        expect(all.filter(({ status }) => status === 'pending')).toEqual([]);
        requests += got.length;
        removals += got.filter(({ takes }) => takes !== undefined).length;
      },
    ),
    { ...repeatedRuns(50, 3_600), includeErrorInReport: true },
  );
  // The histories covered enough of each situation.
  expect([requests > 200, removals > 20, inFlight > 10]).toEqual([true, true, true]);
});
