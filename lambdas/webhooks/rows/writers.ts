import type { Table } from '../../core/table/table';
import { messageWriter } from './message-item';
import { createNewMessages } from './new-messages';
import { createPendingWebhooks } from './pending-webhooks';
import { createReplays } from './replays';
import { ownSecretWriter, secretWriter } from './secret-item';
import { shardWriter, versionsWriter } from './shards';
import { subscriptionWriter, watchedWriter } from './watched';
import { webhookCounter } from './webhook-count';
import { webhookWriter } from './webhook-item';
import { webhookRequests } from './webhook-request';

export const webhookWriters = {
  Webhook: webhookWriter,
  WebhookRequest: webhookRequests,
  WebhookCount: webhookCounter,
  WatchedAddresses: watchedWriter,
  Subscription: subscriptionWriter,
  AddressShard: shardWriter,
  ShardVersions: versionsWriter,
  WebhookSecret: secretWriter,
  OwnSecret: ownSecretWriter,
  Message: (table: Table) => ({ ...createNewMessages(table), ...messageWriter(table) }),
  // Created with its message.
  OutboxEntry: () => ({}),
  PendingReplays: () => ({}),
  ReplayEntry: createReplays,
  // Counted with the entries.
  ReplayCount: () => ({}),
  PendingWebhook: (table: Table) => ({ mark: createPendingWebhooks(table).mark }),
};
