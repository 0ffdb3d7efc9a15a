import { env } from '../../core/contract/env';
import { steadyClock, systemClock } from '../../core/runtime/clock';
import { log } from '../../core/runtime/log';
import { createTableClient, type Table } from '../../core/table/table';
import { type AuditDeps, audit } from '../audit/audit';
import type { Delivery } from '../contract/messages';
import { createAuditedWebhooks } from '../rows/audited-webhooks';
import { countedWindowReader, countedWindowWriter } from '../rows/counted-windows';
import { feedEntryReader } from '../rows/feed-entries';
import { createFeedProgress } from '../rows/feed-progress';
import { messageReader } from '../rows/message-item';
import { webhookReader } from '../rows/webhook-item';

/** Below the function's timeout by more than the largest webhook takes. */
const MAX_MS = 12 * 60_000;

export async function handler(): Promise<void> {
  const table = createTableClient(env('table'));
  const began = steadyClock();
  const all = await shuffled(table);
  const done = await audit(auditDeps(table), all, () => steadyClock() - began > MAX_MS);
  log.info('webhooks audited', { ...done, left: all.length - done.webhooks });
}

export const auditDeps = (table: Table): AuditDeps => ({
  entries: feedEntryReader(table),
  messages: messageReader(table),
  webhooks: webhookReader(table),
  windows: { ...countedWindowReader(table), ...countedWindowWriter(table) },
  progress: createFeedProgress(table),
  now: systemClock,
});

/** So that no webhook is always the one that is left. */
async function shuffled(table: Table): Promise<Delivery[]> {
  const all = (await createAuditedWebhooks(table).all()).map((one) => ({ one, order: Math.random() }));
  return all.toSorted((a, b) => a.order - b.order).map(({ one }) => one);
}
