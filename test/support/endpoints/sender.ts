import type { Table } from '../../../lambdas/core/table/table';
import { deliver } from '../../../lambdas/webhooks/delivery/deliver';
import type { SenderDeps } from '../../../lambdas/webhooks/delivery/deps';
import type { Received } from '../../../lambdas/webhooks/delivery/receiver';
import type { Run } from '../../../lambdas/webhooks/delivery/session';
import { createStores } from '../../../lambdas/webhooks/delivery/stores';
import { createTally } from '../../../lambdas/webhooks/delivery/tally';
import type { NewMessage } from '../../../lambdas/webhooks/domain/message';
import { nextAttempt } from '../../../lambdas/webhooks/domain/schedule';
import { createContent } from '../../../lambdas/webhooks/kinds/address-activity/content';
import { address } from '../make/blocks';
import type { AllDeps } from './deps';
import { aWebhook, PRO, webhookWorld } from './webhooks';

interface Posted {
  readonly url: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}
/** Response to the nth request, from 1. */
type Answers = (nth: number, posted: Posted) => Partial<Received> | Promise<Partial<Received>>;

/** A stopped clock; `lead`: how far the system clock is ahead of it. */
interface ClockState {
  now: number;
  lead?: number;
}

export function senderDeps(
  deps: AllDeps,
  table: Table,
  answers: Answers,
  state: ClockState = { now: 1_700_000_000_000 },
) {
  const now = () => state.now + (state.lead ?? 0);
  const posted: Posted[] = [];
  const queued: { delay: number | undefined }[] = [];
  const noBlocks = () => Promise.reject(new Error('no message of a block was made'));
  const own: SenderDeps = {
    kinds: [
      {
        eventType: 'address_activity',
        ...createContent({
          chains: deps.chains,
          raw: { get: noBlocks },
          traces: { find: noBlocks },
          tokens: deps.Token,
          watched: deps.WatchedAddresses,
        }),
      },
    ],
    ...createStores(table, now),
    receivers: {
      post: async (url, sent) => {
        const one = { url, ...sent };
        return { latencyMs: 5, ...(await answers(posted.push(one), one)) };
      },
    },
    queue: { send: async (_, options) => void queued.push({ delay: options?.delaySeconds }) },
    now,
    steady: () => state.now,
    nextAttempt,
    draw: () => 0.5,
  };
  return { own, posted, queued, state };
}

export async function aSender(answers: Answers) {
  const { deps, table } = await webhookWorld();
  const { id: webhook } = await aWebhook(deps, { metadata: { addresses: [address(1)] } });
  const sender = senderDeps(deps, table, answers);
  const target = { webhook, owner: PRO.ownerId };
  const ref = { webhook, block: 10, tx: 0, digest: 'ab'.repeat(16) };
  const create = async (txs: readonly number[], more: Partial<NewMessage> = {}) => {
    const messages = txs.map(
      (tx) => ({ ...refAt(tx), owner: PRO.ownerId, kind: 'test', createdAt: 1_000, ...more }) as const,
    );
    await deps.write.Message.create(
      messages.map((message) => ({ message })),
      sender.state.now,
    );
    await deps.write.PendingWebhook.mark([target], sender.state.now);
  };
  const refAt = (tx: number) => ({ ...ref, tx, digest: tx === 0 ? ref.digest : String(tx).padStart(32, '0') });
  const messageAt = async (tx: number) => {
    const found = await deps.Message.find(refAt(tx));
    if (!found) throw new Error(`message ${tx} is not there`);
    return found;
  };
  await create([0]);
  return {
    ...sender,
    deps,
    table,
    ref,
    refAt,
    create,
    message: () => messageAt(0),
    messageAt,
    deliver: (by = sender.own, more: Partial<Run> = {}) => deliver(by, target, { ...aRun(by), ...more }),
    async replay(tx = 0, more: Partial<Run> = {}) {
      await deps.write.ReplayEntry.add([{ ...refAt(tx), createdAt: 1_000 }], sender.state.now);
      await deps.write.PendingWebhook.mark([target], sender.state.now, { replays: true });
      await deliver(sender.own, target, { ...aRun(sender.own), ...more });
    },
  };
}

export const aRun = ({ now }: Pick<SenderDeps, 'now'>): Run => ({
  until: now() + 15_000,
  takeSlowPlace: () => () => undefined,
  tally: createTally(),
});
