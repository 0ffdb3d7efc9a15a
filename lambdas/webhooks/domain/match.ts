import type { BlockRef } from '../../chain/domain/block';
import type { WebhookRecord } from './webhook';

/** `incarnation`: how often the block became canonical. */
export interface CanonicalBlock extends BlockRef {
  readonly chain: string;
  readonly incarnation: number;
}

export interface BlockToMatch extends CanonicalBlock {
  /** Of its event; absent in events of 0.1.0, whose messages are in no feed. */
  readonly serial?: number | undefined;
  /** The chain's reorg epoch when the block became canonical. */
  readonly epoch: number;
  readonly transactions?: number | undefined;
}

/** `added`: indexed. `traced`: traces were stored later. `timedOut`: the wait of a match for later data is over. */
export type MatchPass = 'added' | 'traced' | 'timedOut';

export interface Match {
  readonly webhook: WebhookRecord;
  readonly tx: number;
  /** 32 bytes as 0x hex; absent if no transaction caused the event. */
  readonly txHash?: string;
  /** Within its transaction, for kinds that may send several messages per transaction. */
  readonly subEvent?: string;
  /** Requested data did not arrive in time; the message is sent without it. */
  readonly isIncomplete?: boolean;
}

export interface MatchResult {
  /** Parts never split one webhook's matches. */
  readonly matches: readonly Match[];
  readonly next?: string;
  /** The block may have further matches in later data. After this time, it is matched without it. */
  readonly waitSeconds?: number;
  /** Some matches wait for it. */
  readonly hasWaiting?: boolean;
}
