import { cursorReader } from '../../lambdas/chain/rows/cursor-reader';
import { OWNER } from '../../lambdas/core/contract/key-text';
import { WebhookId } from '../../lambdas/core/contract/schemas/webhook-id';
import { createWriters } from '../../lambdas/core/http/deps';
import { systemClock } from '../../lambdas/core/runtime/clock';
import { inParallel } from '../../lambdas/core/runtime/concurrency';
import { readPage } from '../../lambdas/core/table/list';
import { readPages } from '../../lambdas/core/table/pages';
import type { Table } from '../../lambdas/core/table/table';
import { currentPosition } from '../../lambdas/webhooks/api/shared/watched-chain';
import type { Replay } from '../../lambdas/webhooks/contract/messages';
import type { MessageStatus } from '../../lambdas/webhooks/contract/schemas/webhook-messages';
import { type Health, isDead } from '../../lambdas/webhooks/domain/health';
import type { WebhookRecord } from '../../lambdas/webhooks/domain/webhook';
import { registrationFor } from '../../lambdas/webhooks/kinds/registrations';
import { healthReader } from '../../lambdas/webhooks/rows/health-item';
import { messageReader } from '../../lambdas/webhooks/rows/message-item';
import { createOutbox } from '../../lambdas/webhooks/rows/outbox';
import { createPendingWebhooks } from '../../lambdas/webhooks/rows/pending-webhooks';
import { subscriptionReader, watchedReader } from '../../lambdas/webhooks/rows/watched';
import { webhookReader } from '../../lambdas/webhooks/rows/webhook-item';
import { webhookWriters } from '../../lambdas/webhooks/rows/writers';
import { replay } from '../../lambdas/webhooks/workers/replay';

const NEWEST = 100;
const PAGE = 100;
const MAX_PARALLEL = 16;
/** Operators are exempt from plan limits. */
const NO_LIMIT = 1_000_000_000;

export interface WebhookState {
  readonly webhook: WebhookRecord;
  readonly health: Health;
  readonly isPending: boolean;
}
export interface WebhookDetails extends WebhookState {
  readonly addresses: number;
  /** The newest 100 messages, by status. */
  readonly newest: Partial<Record<MessageStatus, number>>;
  /** Unix ms; absent if nothing is pending. */
  readonly nextTryAt?: number;
}

export async function getWebhooks(table: Table, owner: string): Promise<WebhookRecord[]> {
  if (!OWNER.test(owner))
    throw new Error(`invalid owner ${owner}: must be 1 to 40 lower-case letters, digits or hyphens`);
  const found: WebhookRecord[] = [];
  const list = webhookReader(table).ofOwner(owner);
  for await (const items of readPages(table, { ...list, limit: PAGE, consistent: true }))
    found.push(...items.flatMap((item) => list.rows(item).map(({ value }) => value)));
  return found;
}

/** Throws if the owner has no webhook with this id. */
export async function getWebhook(table: Table, owner: string, id: string): Promise<WebhookRecord> {
  const isPossible = OWNER.test(owner) && WebhookId.safeParse(id).success;
  const found = isPossible ? await webhookReader(table).find(owner, id) : undefined;
  if (!found) throw new Error(`webhook ${id} of ${owner} not found: \`webhooks list --owner ${owner}\` shows the ids`);
  return found;
}

export async function getDetails(table: Table, webhook: WebhookRecord, now: number): Promise<WebhookDetails> {
  const { id } = webhook;
  const [[state], addresses, { values: newest }, outbox] = await Promise.all([
    getStates(table, [webhook]),
    watchedReader(table).of(id),
    readPage(table, [messageReader(table).ofWebhook(id)], { ascending: false, size: NEWEST }),
    createOutbox(table).next(id, now, 1, true),
  ]);
  if (!state) throw new Error(`webhook ${id} not found`);
  const byStatus = Map.groupBy(newest, ({ status }) => status);
  const due = outbox.due.length > 0 ? now : outbox.nextDue;
  const nextTryAt = due !== undefined && isDead(state.health) ? Math.max(due, state.health.nextTryAt ?? due) : due;
  return {
    ...state,
    addresses: addresses.length,
    newest: Object.fromEntries([...byStatus].map(([status, some]) => [status, some.length])),
    ...(nextTryAt === undefined ? {} : { nextTryAt }),
  };
}

export async function getStates(table: Table, webhooks: readonly WebhookRecord[]): Promise<WebhookState[]> {
  const health = await healthReader(table).of(webhooks.map(({ id }) => id));
  const pending = new Set<string>();
  await inParallel(webhooks, MAX_PARALLEL, async ({ id }) => {
    if (await createPendingWebhooks(table).find(id)) pending.add(id);
  });
  return webhooks.map((webhook) => ({
    webhook,
    health: health.get(webhook.id) ?? { failures: 0 },
    isPending: pending.has(webhook.id),
  }));
}

/** Discards pending replays. Idempotent: false if it was already inactive, with its reason kept. */
export async function disable(table: Table, webhook: WebhookRecord, disabledReason: string): Promise<boolean> {
  const { write, Subscription } = registrationDeps(table);
  await write.Webhook.change(webhook, { active: false, disabledReason });
  await registrationFor(webhook).unwatch({ write, Subscription }, webhook, await watchedReader(table).of(webhook.id));
  await createOutbox(table).discardReplays(webhook.id);
  return webhook.active;
}

/** From the next block, ignoring plan limits. Returns false if it was already active. */
export async function enable(table: Table, webhook: WebhookRecord): Promise<boolean> {
  if (webhook.active) return false;
  const { write } = registrationDeps(table);
  const since = await currentPosition({ Cursor: cursorReader(table, systemClock) }, webhook.chain);
  const addresses = await watchedReader(table).of(webhook.id);
  await registrationFor(webhook).watch({ write }, { ...webhook, since }, addresses, since);
  await write.Webhook.turnOn(webhook, NO_LIMIT, { since, turnedOnAt: systemClock() });
  return true;
}

const registrationDeps = (table: Table) => ({
  write: createWriters(
    webhookWriters,
    table,
    ['Webhook', 'WatchedAddresses', 'Subscription', 'AddressShard', 'ShardVersions'],
    systemClock,
  ),
  Subscription: subscriptionReader(table),
});

export type ReplayRange = Pick<Replay, 'fromBlock' | 'from' | 'status'>;

/** Ignores plan limits; the sweep sends within a minute. `progress`: count so far and last block, after each step. */
export async function replayAll(
  table: Table,
  { id, owner }: WebhookRecord,
  range: ReplayRange,
  progress: (queued: number, block: number) => void,
): Promise<number> {
  const now = systemClock();
  const steps: Replay[] = [{ ...range, webhook: id, owner, toBlock: 9_999_999_999, to: now, requestedAt: now }];
  const deliveries = {
    // Only the functions know the queue's URL; the sweep picks up the marked webhooks.
    send: () => createPendingWebhooks(table).mark([{ webhook: id, owner }], now, { replays: true, due: now }),
  };
  const later = { send: async (rest: readonly unknown[]) => void steps.push(...(rest as Replay[])) };
  let queued = 0;
  for (let step = steps.shift(); step; step = steps.shift()) {
    queued += (await replay(table, step, { deliveries, later }, systemClock())).queued;
    const [next] = steps;
    if (next?.after) progress(queued, Number(next.after.slice(0, 10)));
  }
  return queued;
}
