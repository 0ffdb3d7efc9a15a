import type { Table } from '../../core/table/table';
import { createFeedEntries } from './feed-entries';
import { createNewMessages } from './new-messages';
import { createPendingWebhooks } from './pending-webhooks';

/** Of a message that belongs to no block. */
export const noticeWriters = {
  Message: createNewMessages,
  // Created with its message.
  OutboxEntry: () => ({}),
  FeedEntry: createFeedEntries,
  // Changes with the entries.
  FeedProgress: () => ({}),
  PendingWebhook: (table: Table) => ({ mark: createPendingWebhooks(table).mark }),
};
