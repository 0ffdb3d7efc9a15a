import type { EntityName } from '../../table/schema';
import type { Clock } from '../clock';
import { operationWriter } from './exports/operations';
import { nodeHeadWriter } from './pchain/node-head';
import type { Table } from './table';
import { messageWriter } from './webhooks/message-item';
import { openNewMessages } from './webhooks/new-messages';
import { openPendingWebhooks } from './webhooks/pending-webhooks';
import { openReplays } from './webhooks/replays';
import { ownSecretWriter, secretWriter } from './webhooks/secret-item';
import { shardWriter, versionsWriter } from './webhooks/shards';
import { subscriptionWriter, watchedWriter } from './webhooks/watched';
import { webhookCounter } from './webhooks/webhook-count';
import { webhookWriter } from './webhooks/webhook-item';
import { webhookRequests } from './webhooks/webhook-request';

/**
 * One writer per entity that endpoints write: an endpoint gets those of the entities that it declares, and no other.
 */
const writers = {
  Webhook: webhookWriter,
  WebhookRequest: webhookRequests,
  WebhookCount: webhookCounter,
  WatchedAddresses: watchedWriter,
  Subscription: subscriptionWriter,
  AddressShard: shardWriter,
  ShardVersions: versionsWriter,
  WebhookSecret: secretWriter,
  OwnSecret: ownSecretWriter,
  Message: (table: Table) => ({ ...openNewMessages(table), ...messageWriter(table) }),
  // Created with the message that it is of.
  OutboxEntry: () => ({}),
  PendingReplays: () => ({}),
  ReplayEntry: openReplays,
  // Counted with the entries.
  ReplayCount: () => ({}),
  PendingWebhook: (table: Table) => ({ mark: openPendingWebhooks(table).mark }),
  Operation: operationWriter,
  // Changed with the operations.
  RunningOperations: () => ({}),
  StartingOperation: () => ({}),
  NodeHead: nodeHeadWriter,
};
/** An entity that endpoints write. */
export type Written = keyof typeof writers;
/** All of them. */
export const WRITTEN = Object.keys(writers) as Written[];

/** Writers of these entities. */
export type Writers<E extends EntityName> = { readonly [K in E & Written]: ReturnType<(typeof writers)[K]> };

/** Writers of these entities over a table. Throws if one has none: no endpoint writes what the indexer owns. */
export function writersOf<E extends EntityName>(table: Table, names: readonly E[], now: Clock): Writers<E> {
  return Object.fromEntries(
    names.map((name) => {
      if (!(name in writers)) throw new Error(`no endpoint may write ${name}`);
      return [name, writers[name as Written](table, now)];
    }),
  ) as Writers<E>;
}
