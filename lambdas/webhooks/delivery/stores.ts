import type { Clock } from '../../core/runtime/clock';
import { groupedTable } from '../../core/table/grouped-table';
import type { Table } from '../../core/table/table';
import { createBatchReader } from '../rows/batch-reader';
import { createHealth } from '../rows/health-item';
import { messageReader, messageWriter } from '../rows/message-item';
import { createOutbox } from '../rows/outbox';
import { createPendingWebhooks } from '../rows/pending-webhooks';
import { webhookReader, webhookWriter } from '../rows/webhook-item';
import type { SenderDeps } from './deps';

type Stores = Pick<SenderDeps, 'messages' | 'outbox' | 'pending' | 'webhooks' | 'health' | 'batches'>;

/** Requests of concurrent deliveries are batched together. */
export function createStores(single: Table, now: Clock): Stores {
  const table = groupedTable(single);
  return {
    messages: { ...messageReader(table), ...messageWriter(table) },
    outbox: createOutbox(table),
    pending: createPendingWebhooks(table),
    webhooks: { ...webhookReader(table), ...webhookWriter(table, now) },
    health: createHealth(table),
    batches: createBatchReader(table),
  };
}
