import type { Clock } from '../../core/runtime/clock';
import { groupedTable } from '../../core/table/grouped-table';
import type { Table } from '../../core/table/table';
import { createBatchReader } from '../rows/batch-reader';
import { feedEntryReader } from '../rows/feed-entries';
import { createFeedProgress } from '../rows/feed-progress';
import { createHealth } from '../rows/health-item';
import { messageReader, messageWriter } from '../rows/message-item';
import { createNewMessages } from '../rows/new-messages';
import { createOutbox } from '../rows/outbox';
import { createPendingWebhooks } from '../rows/pending-webhooks';
import { createSentUpTo } from '../rows/sent-up-to';
import { webhookReader, webhookWriter } from '../rows/webhook-item';
import type { SenderDeps } from './deps';
import { createOrdered } from './ordered';

type Stores = Pick<SenderDeps, 'messages' | 'outbox' | 'pending' | 'webhooks' | 'health' | 'batches' | 'ordered'>;

/** Requests of concurrent deliveries are batched together. */
export function createStores(single: Table, now: Clock): Stores {
  const table = groupedTable(single);
  const stores = {
    messages: { ...messageReader(table), ...messageWriter(table) },
    outbox: createOutbox(table),
    pending: createPendingWebhooks(table),
    webhooks: { ...webhookReader(table), ...webhookWriter(table, now) },
    health: createHealth(table),
    batches: createBatchReader(table),
  };
  const ordered = createOrdered({
    ...stores,
    messages: { ...stores.messages, ...createNewMessages(table) },
    entries: feedEntryReader(table),
    progress: createFeedProgress(table),
    sent: createSentUpTo(table),
    now,
  });
  return { ...stores, ordered };
}
