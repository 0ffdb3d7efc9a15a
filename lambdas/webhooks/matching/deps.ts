import type { Queue } from '../../adapters/aws/queue';
import type { Clock } from '../../adapters/clock';
import type { BlockMessageStore } from '../../adapters/dynamo/webhooks/block-messages';
import type { messageWriter } from '../../adapters/dynamo/webhooks/message-item';
import type { MatchingKind } from '../kinds/kind';

/** Everything that matching needs. */
export interface MatcherDeps {
  readonly kinds: readonly MatchingKind[];
  readonly messages: Pick<ReturnType<typeof messageWriter>, 'create' | 'revoke'>;
  readonly blocks: BlockMessageStore;
  /** How often a block became canonical here, and in which reorg epoch it last did. */
  readonly blockRecord: (
    chain: string,
    hash: string,
  ) => Promise<{ readonly incarnation: number; readonly epoch: number }>;
  readonly deliveries: Pick<Queue, 'send'>;
  /** The matcher's own queue. */
  readonly later: Pick<Queue, 'send'>;
  readonly now: Clock;
}
