import { healthReader } from './health-item';
import { messageReader } from './message-item';
import { replayCountReader } from './replays';
import { ownSecretReader, secretReader } from './secret-item';
import { subscriptionReader, watchedReader } from './watched';
import { webhookReader } from './webhook-item';

export const webhookReaders = {
  Webhook: webhookReader,
  WatchedAddresses: watchedReader,
  Subscription: subscriptionReader,
  WebhookSecret: secretReader,
  OwnSecret: ownSecretReader,
  Message: messageReader,
  ReplayCount: replayCountReader,
  WebhookHealth: healthReader,
};
