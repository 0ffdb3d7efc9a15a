import type { Queue } from '../../adapters/aws/queue';
import type { Clock } from '../../adapters/clock';
import type { BlockMessageStore } from '../../adapters/dynamo/webhooks/block-messages';
import type { HealthStore } from '../../adapters/dynamo/webhooks/health-item';
import type { messageReader, messageWriter } from '../../adapters/dynamo/webhooks/message-item';
import type { NewMessages } from '../../adapters/dynamo/webhooks/new-messages';
import type { Outbox } from '../../adapters/dynamo/webhooks/outbox';
import type { Delivery } from '../../contract/webhook-queue-messages';
import type { MatchingKind } from '../kinds/kind';

/** Everything that matching needs. */
export interface MatcherDeps {
  readonly kinds: readonly MatchingKind[];
  readonly messages: NewMessages &
    Pick<ReturnType<typeof messageReader>, 'findAll'> &
    Pick<ReturnType<typeof messageWriter>, 'revoke'>;
  readonly blocks: BlockMessageStore;
  readonly outbox: Pick<Outbox, 'add'>;
  readonly health: Pick<HealthStore, 'claimedOf'>;
  /** How often a block became canonical here, and in which reorg epoch it last did. */
  readonly blockRecord: (
    chain: string,
    hash: string,
  ) => Promise<{ readonly incarnation: number; readonly epoch: number }>;
  /** Entries were added to the outboxes of these messages' webhooks. */
  readonly announce: (messages: readonly Delivery[]) => Promise<void>;
  /** The matcher's own queue. */
  readonly later: Pick<Queue, 'send'>;
  readonly now: Clock;
}
