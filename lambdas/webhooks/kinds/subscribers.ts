import type { subscriptionReader } from '../../adapters/dynamo/webhooks/watched';
import type { webhookReader } from '../../adapters/dynamo/webhooks/webhook-item';
import { inParallel } from '../../adapters/in-parallel';
import type { BlockToMatch } from '../../domain/webhooks/match';
import { isAfter, type WebhookRecord } from '../../domain/webhooks/webhook';

/** Requests under way at once. */
const MAX_PARALLEL = 16;

/** Where subscriptions and webhooks are read. */
export interface SubscriberDeps {
  readonly subscriptions: Pick<ReturnType<typeof subscriptionReader>, 'of'>;
  readonly webhooks: Pick<ReturnType<typeof webhookReader>, 'find'>;
}

/** A webhook that a block concerns. */
export interface Subscriber {
  readonly webhook: WebhookRecord;
  /** What it watches, as far as the block names it. */
  readonly names: readonly string[];
  /** Positions of the transactions that name any of that. */
  readonly txs: ReadonlySet<number>;
}

/**
 * The active webhooks of an event type that watch any of the names, each once, and that did so before the block.
 * `named`: by what can be subscribed to, such as an address, the positions of the transactions that name it.
 */
export async function subscribersOf(
  { subscriptions, webhooks }: SubscriberDeps,
  eventType: string,
  block: BlockToMatch,
  named: ReadonlyMap<string, ReadonlySet<number>>,
): Promise<Subscriber[]> {
  const positions = new Map<string, { owner: string; names: string[]; txs: Set<number> }>();
  await inParallel([...named], MAX_PARALLEL, async ([name, found]) => {
    for (const { webhook, owner, since } of await subscriptions.of(block.chain, name)) {
      if (!isAfter(block, since)) continue;
      const own = positions.get(webhook) ?? { owner, names: [], txs: new Set() };
      own.names.push(name);
      for (const tx of found) own.txs.add(tx);
      positions.set(webhook, own);
    }
  });
  const subscribers: Subscriber[] = [];
  await inParallel([...positions], MAX_PARALLEL, async ([id, { owner, names, txs }]) => {
    const webhook = await webhooks.find(owner, id);
    if (webhook?.active && webhook.eventType === eventType && isAfter(block, webhook.since))
      subscribers.push({ webhook, names, txs });
  });
  return subscribers;
}
