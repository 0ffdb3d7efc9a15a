import { inParallel } from '../../core/runtime/concurrency';
import type { BlockToMatch } from '../domain/match';
import { isAfter, type WebhookRecord } from '../domain/webhook';
import type { subscriptionReader } from '../rows/watched';
import type { webhookReader } from '../rows/webhook-item';

const MAX_PARALLEL = 16;
/** A part ends with the webhook that brings it to this many transactions, or this many webhooks. */
const TRANSACTIONS_PER_PART = 500;

export interface SubscriberDeps {
  readonly subscriptions: Pick<ReturnType<typeof subscriptionReader>, 'of'>;
  readonly webhooks: Pick<ReturnType<typeof webhookReader>, 'findAll'>;
}

export interface Subscriber {
  readonly webhook: WebhookRecord;
  readonly names: readonly string[];
  readonly txs: ReadonlySet<number>;
}

interface Part {
  readonly subscribers: readonly Subscriber[];
  /** Some subscriptions start at a later block. */
  readonly hasLater: boolean;
  readonly next?: string;
}

interface Named extends Omit<Subscriber, 'webhook'> {
  readonly id: string;
  readonly owner: string;
}

/**
 * Active webhooks that watched any of the names before the block, each once, ordered by ID, after the webhook `from`.
 * `named`: transaction positions by subscribable name, such as an address.
 */
export async function getSubscribers(
  deps: SubscriberDeps,
  eventType: string,
  block: BlockToMatch,
  named: ReadonlyMap<string, ReadonlySet<number>>,
  from?: string,
): Promise<Part> {
  const { found, end, ...read } = await getSubscriptions(deps, block, named, from);
  const part: Named[] = [];
  let transactions = 0;
  for (const one of found) {
    if (transactions >= TRANSACTIONS_PER_PART) break;
    part.push(one);
    transactions += Math.max(1, one.txs.size);
  }
  const next = part.length < found.length ? part.at(-1)?.id : end;
  const webhooks = new Map((await deps.webhooks.findAll(part)).map((webhook) => [webhook.id, webhook]));
  const subscribers = part.flatMap(({ id, names, txs }): Subscriber[] => {
    const webhook = webhooks.get(id);
    const isSubscriber = webhook?.active && webhook.eventType === eventType && isAfter(block, webhook.since);
    return isSubscriber ? [{ webhook, names, txs }] : [];
  });
  const hasLater = read.hasLater || [...webhooks.values()].some((one) => one.active && !isAfter(block, one.since));
  return { subscribers, hasLater, ...(next === undefined ? {} : { next }) };
}

// Ordered by ID, up to `end`: the last webhook of a name with more subscriptions than one read returns. Above it, the
// list of names per webhook would be incomplete.
async function getSubscriptions(
  { subscriptions }: SubscriberDeps,
  block: BlockToMatch,
  named: ReadonlyMap<string, ReadonlySet<number>>,
  from: string | undefined,
): Promise<{ readonly found: readonly Named[]; readonly end: string | undefined; readonly hasLater: boolean }> {
  const positions = new Map<string, { id: string; owner: string; names: string[]; txs: Set<number> }>();
  let end: string | undefined;
  let hasLater = false;
  await inParallel([...named], MAX_PARALLEL, async ([name, txs]) => {
    const own = await subscriptions.of(block.chain, name, TRANSACTIONS_PER_PART, from);
    const last = own.length < TRANSACTIONS_PER_PART ? undefined : own.at(-1)?.webhook;
    if (last !== undefined && (end === undefined || last < end)) end = last;
    for (const { webhook, owner, since } of own) {
      if (!isAfter(block, since)) {
        hasLater = true;
        continue;
      }
      const one = positions.get(webhook) ?? { id: webhook, owner, names: [], txs: new Set() };
      one.names.push(name);
      for (const tx of txs) one.txs.add(tx);
      positions.set(webhook, one);
    }
  });
  const [all, limit] = [[...positions.values()], end];
  const found = limit === undefined ? all : all.filter(({ id }) => id <= limit);
  return { found: found.toSorted((a, b) => (a.id < b.id ? -1 : 1)), end, hasLater };
}
