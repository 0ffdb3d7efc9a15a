import { countedWindowReader } from '../rows/counted-windows';
import { feedEntryReader } from '../rows/feed-entries';
import { createFeedProgress } from '../rows/feed-progress';
import { messageReader } from '../rows/message-item';
import { webhookReader } from '../rows/webhook-item';

export const statsReaders = {
  Webhook: webhookReader,
  Message: messageReader,
  FeedEntry: feedEntryReader,
  FeedProgress: createFeedProgress,
  CountedWindow: countedWindowReader,
};
