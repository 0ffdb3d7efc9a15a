import type { Queue } from '../../adapters/aws/queue';
import type { Clock } from '../../adapters/clock';
import type { BatchReader } from '../../adapters/dynamo/webhooks/batch-reader';
import type { HealthStore } from '../../adapters/dynamo/webhooks/health-item';
import type { messageReader, messageWriter } from '../../adapters/dynamo/webhooks/message-item';
import type { Outbox } from '../../adapters/dynamo/webhooks/outbox';
import type { PendingWebhooks } from '../../adapters/dynamo/webhooks/pending-webhooks';
import type { webhookReader, webhookWriter } from '../../adapters/dynamo/webhooks/webhook-item';
import type { Receivers } from '../../adapters/http/receiver';
import type { ContentKind } from '../kinds/kind';

/** Everything that sending needs. */
export interface SenderDeps {
  readonly kinds: readonly ContentKind[];
  readonly messages: Pick<
    ReturnType<typeof messageReader> & ReturnType<typeof messageWriter>,
    'find' | 'findAll' | 'settle' | 'discard'
  >;
  readonly outbox: Outbox;
  readonly pending: Pick<PendingWebhooks, 'find' | 'clear' | 'clearReplays' | 'postpone'>;
  readonly webhooks: Pick<ReturnType<typeof webhookReader> & ReturnType<typeof webhookWriter>, 'find' | 'change'>;
  readonly health: Pick<HealthStore, 'take' | 'claim' | 'release'>;
  readonly batches: BatchReader;
  readonly receivers: Pick<Receivers, 'post'>;
  readonly queue: Pick<Queue, 'send'>;
  readonly now: Clock;
  readonly steady: Clock;
  /** A random number from 0 to 1, for jitter. */
  readonly draw: () => number;
}
