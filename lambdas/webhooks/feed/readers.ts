import type { Clock } from '../../core/runtime/clock';
import type { Table } from '../../core/table/table';
import type { KindResources } from '../kinds/kind';
import { createKinds } from '../kinds/kinds';
import { feedEntryReader } from '../rows/feed-entries';
import { createFeedProgress } from '../rows/feed-progress';
import { messageReader } from '../rows/message-item';
import { getSigning, secretKeys } from '../rows/secret-item';
import { webhookReader } from '../rows/webhook-item';
import { createWaits } from './wait';

export const feedReaders = (resources: Pick<KindResources, 'bucket' | 'chains' | 'contractVersion'>) => ({
  Webhook: webhookReader,
  Message: (table: Table, now: Clock) => ({
    ...messageReader(table),
    kinds: createKinds({ ...resources, table, now }),
  }),
  /** The current secret first. `now`: Unix ms. */
  WebhookSecret: (table: Table) => ({
    signing: async (webhook: { readonly owner: string; readonly id: string }, now: number): Promise<string[]> =>
      getSigning(table, webhook, await table.batchGet(secretKeys(webhook), true), now),
  }),
  FeedEntry: feedEntryReader,
  FeedProgress: (table: Table) => {
    const progress = createFeedProgress(table);
    return { of: progress.of, ...createWaits(progress) };
  },
});
