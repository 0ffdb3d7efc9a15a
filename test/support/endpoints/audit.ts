import type { BlockEvent } from '../../../lambdas/chain/contract/events';
import { handler } from '../../../lambdas/webhooks/api/get-webhook-stats';
import { type AuditDeps, audit } from '../../../lambdas/webhooks/audit/audit';
import type { EventKind } from '../../../lambdas/webhooks/kinds/kind';
import { createFeedMarks } from '../../../lambdas/webhooks/matching/feed-marks';
import { added, rematch, removed } from '../../../lambdas/webhooks/matching/matcher';
import { createAuditedWebhooks } from '../../../lambdas/webhooks/rows/audited-webhooks';
import { countedWindowReader, countedWindowWriter } from '../../../lambdas/webhooks/rows/counted-windows';
import { feedEntryReader } from '../../../lambdas/webhooks/rows/feed-entries';
import { createFeedProgress } from '../../../lambdas/webhooks/rows/feed-progress';
import { messageKey } from '../../../lambdas/webhooks/rows/message-key';
import { hash } from '../make/blocks';
import { call } from './call';
import { matcherDeps } from './matcher';
import { aWebhook, CHAIN, PRO, webhookWorld } from './webhooks';

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

export interface Day {
  readonly date: string;
  readonly matched: number;
  readonly delivered: number;
}

/** Each block has a message for each of the webhooks. */
export async function auditWorld(settings: Record<string, unknown> = {}) {
  const { deps, table, items } = await webhookWorld();
  let now = Math.floor(deps.now() / DAY_MS) * DAY_MS + HOUR_MS;
  const { id } = await aWebhook(deps, settings);
  const webhook = await deps.Webhook.find(PRO.ownerId, id);
  if (!webhook) throw new Error('the webhook is not there');
  const kind: EventKind = {
    eventType: 'address_activity',
    covers: () => true,
    isWatched: async () => true,
    blockFrom: async () => undefined,
    matches: async ({ number, transactions = 3 }) => ({
      matches: Array.from({ length: transactions }, (_, tx) => ({ webhook, tx, txHash: hash(number * 1_000 + tx) })),
    }),
    body: async () => ({}),
    sample: async () => ({}),
  };
  const progress = createFeedProgress(table);
  const clock = () => now;
  const { own } = matcherDeps({ ...deps, now: clock }, table, [kind]);
  let serial = 0;
  const match = async (number: number, transactions = 1, isRemoval = false) => {
    const event: BlockEvent = {
      ...{ id: '', chainId: CHAIN, network: 'mainnet', number, hash: hash(number), parentHash: hash(0), timestamp: 0 },
      ...{ transactions, incarnation: 1, epoch: 0, serial: ++serial },
    };
    const marks = createFeedMarks(progress, clock);
    await (isRemoval ? removed : added)({ ...own, marks }, event);
    await marks.write();
  };
  const rematchFrom = async (number: number) => {
    const block = { number, hash: hash(number), time: 0 };
    const marks = createFeedMarks(progress, clock);
    await rematch({ ...own, blockAt: async () => block, marks }, { chain: CHAIN, from: number, to: number });
  };
  const messages = async () =>
    (await deps.page([deps.Message.ofWebhook(id)], { ascending: true, size: 10_000 })).values;
  const settle = async (count: number, status: 'delivered' | 'failed') => {
    const pending = (await messages()).filter((message) => message.status === 'pending').slice(0, count);
    for (const message of pending)
      await deps.write.Message.settle(message, { attempt: { at: now, latencyMs: 1, statusCode: 200 }, status });
  };
  const audits: AuditDeps = {
    entries: feedEntryReader(table),
    messages: deps.Message,
    webhooks: deps.Webhook,
    windows: { ...countedWindowReader(table), ...countedWindowWriter(table) },
    progress,
    now: clock,
  };
  const run = async () => audit(audits, await createAuditedWebhooks(table).all(), () => false);
  const readers = {
    ...{ FeedEntry: audits.entries, FeedProgress: progress, CountedWindow: audits.windows, now: clock },
  };
  const ask = (query: Record<string, string> = {}, of = id, caller = PRO) =>
    call(handler, { ...deps, ...readers } as never, { params: { id: of }, query, caller });
  /** Days with messages, without zeros. */
  const stats = async (query: Record<string, string> = {}) => {
    const { status, body } = await ask(query);
    expect([status, body]).toEqual([200, expect.anything()]);
    const { days, ...times } = body as unknown as { days: Day[]; countedUntil: number; statusAt: number };
    const shown = days
      .filter(({ matched }) => matched > 0)
      .map((day) => Object.entries(day).filter(([, n]) => n !== 0));
    return { days: shown.map((day) => Object.fromEntries(day)), ...times };
  };
  const lose = async (tx: number) => {
    const found = (await messages()).find((message) => message.tx === tx);
    if (!found) throw new Error('the message is not there');
    await table.write([{ delete: messageKey(found) }]);
  };
  return {
    ...{ deps, table, items, id, webhook, match, rematchFrom, messages, settle, run, ask, stats, lose, progress },
    wait: (ms: number) => {
      now += ms;
    },
    today: () => new Date(now).toISOString().slice(0, 10),
    now: clock,
  };
}
