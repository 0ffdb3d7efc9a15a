import type { Clock } from '../../adapters/clock';
import { groupedTable } from '../../adapters/dynamo/grouped-table';
import type { Table } from '../../adapters/dynamo/table';
import { openBatchReader } from '../../adapters/dynamo/webhooks/batch-reader';
import { openHealth } from '../../adapters/dynamo/webhooks/health-item';
import { messageReader, messageWriter } from '../../adapters/dynamo/webhooks/message-item';
import { openOutbox } from '../../adapters/dynamo/webhooks/outbox';
import { openPendingWebhooks } from '../../adapters/dynamo/webhooks/pending-webhooks';
import { webhookReader, webhookWriter } from '../../adapters/dynamo/webhooks/webhook-item';
import type { SenderDeps } from './deps';

type Stores = Pick<SenderDeps, 'messages' | 'outbox' | 'pending' | 'webhooks' | 'health' | 'batches'>;

/** What a sender reads and writes. Requests of deliveries that run side by side go together. */
export function openStores(single: Table, now: Clock): Stores {
  const table = groupedTable(single);
  return {
    messages: { ...messageReader(table), ...messageWriter(table) },
    outbox: openOutbox(table),
    pending: openPendingWebhooks(table),
    webhooks: { ...webhookReader(table), ...webhookWriter(table, now) },
    health: openHealth(table),
    batches: openBatchReader(table),
  };
}
