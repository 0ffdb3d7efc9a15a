import type { Queue } from '../../core/aws/queue';
import type { Clock } from '../../core/runtime/clock';
import type { Delivery } from '../contract/messages';
import type { nextAttempt } from '../domain/schedule';
import type { ContentKind } from '../kinds/kind';
import type { BatchReader } from '../rows/batch-reader';
import type { HealthStore } from '../rows/health-item';
import type { messageReader, messageWriter } from '../rows/message-item';
import type { Outbox } from '../rows/outbox';
import type { PendingWebhooks } from '../rows/pending-webhooks';
import type { webhookReader, webhookWriter } from '../rows/webhook-item';
import type { Receivers } from './receiver';

export interface SenderDeps {
  readonly kinds: readonly ContentKind[];
  readonly messages: Pick<
    ReturnType<typeof messageReader> & ReturnType<typeof messageWriter>,
    'find' | 'findAll' | 'settle' | 'discard'
  >;
  readonly outbox: Outbox;
  /** The outbox of a webhook whose messages are sent in order; undefined for another one. */
  readonly ordered: (of: Delivery) => Promise<Outbox | undefined>;
  readonly pending: Pick<PendingWebhooks, 'find' | 'clear' | 'clearReplays' | 'postpone'>;
  readonly webhooks: Pick<ReturnType<typeof webhookReader> & ReturnType<typeof webhookWriter>, 'find' | 'change'>;
  readonly health: Pick<HealthStore, 'take' | 'claim' | 'release'>;
  readonly batches: BatchReader;
  readonly receivers: Pick<Receivers, 'post'>;
  readonly nextAttempt: typeof nextAttempt;
  readonly queue: Pick<Queue, 'send'>;
  readonly now: Clock;
  readonly steady: Clock;
  readonly draw: () => number;
}
