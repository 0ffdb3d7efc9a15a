import type { BlockRef } from '../../chain/domain/block';
import type { WebhookRecord } from './webhook';

/** A canonical block. `incarnation` counts how often it became canonical. */
export interface CanonicalBlock extends BlockRef {
  readonly chain: string;
  readonly incarnation: number;
}

/** A canonical block to match against webhooks. */
export interface BlockToMatch extends CanonicalBlock {
  /** The chain's reorg epoch when the block became canonical. */
  readonly epoch: number;
  /** Number of transactions, if known from the announcement. */
  readonly transactions?: number | undefined;
}

/**
 * Why a block is matched. `added`: it was indexed. `traced`: its traces were stored, which happens later. `timedOut`: a
 * match was waiting for later data, and the wait is over.
 */
export type MatchPass = 'added' | 'traced' | 'timedOut';

/** A match of a webhook in a block; becomes one message. */
export interface Match {
  readonly webhook: WebhookRecord;
  /** Position of the transaction in its block. */
  readonly tx: number;
  /** 32 bytes as hex with 0x; absent if no transaction caused the event. */
  readonly txHash?: string;
  /** Identifies the event within its transaction, for kinds that may send several messages per transaction. */
  readonly subEvent?: string;
  /** Requested data did not arrive in time; the message is sent without it. */
  readonly isIncomplete?: boolean;
}

/** Result of matching a block for one kind of event: one part if there are many matches. */
export interface MatchResult {
  /** Always complete per webhook: parts never split one webhook's matches. */
  readonly matches: readonly Match[];
  /** Where the next part starts; absent on the last. */
  readonly next?: string;
  /** Some matches wait for later data. After this many seconds, the block is matched without it. */
  readonly waitSeconds?: number;
}
