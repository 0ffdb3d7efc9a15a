import type { BlockRef } from '../../chain/domain/block';
import type { WebhookRecord } from './webhook';

/** A block that became canonical here, for the `incarnation`th time. */
export interface CanonicalBlock extends BlockRef {
  readonly chain: string;
  readonly incarnation: number;
}

/** A canonical block whose webhooks are looked for. */
export interface BlockToMatch extends CanonicalBlock {
  /** The chain's reorg epoch when the block became canonical. */
  readonly epoch: number;
  /** How many there are, where the event that announced the block says so. */
  readonly transactions?: number | undefined;
}

/**
 * Why a block is matched. `added`: it was indexed. `traced`: its traces are known, which come later. `timedOut`: a match
 * was waiting for data that comes later, and the wait is over.
 */
export type MatchPass = 'added' | 'traced' | 'timedOut';

/** A place in a block that concerns a webhook: one message. */
export interface Match {
  readonly webhook: WebhookRecord;
  /** Position of the transaction in its block. */
  readonly tx: number;
  /** 32 bytes in hexadecimal text with 0x; absent where no transaction led to it. */
  readonly txHash?: string;
  /** Which event of the transaction, for kinds that may send a webhook several messages for one. */
  readonly subEvent?: string;
  /** The message asks for data that did not come in time, and is sent without it. */
  readonly isIncomplete?: boolean;
}

/** What matching a block for one kind of event found: a part of it where there is much. */
export interface MatchResult {
  /** All of each webhook's that it has any of. */
  readonly matches: readonly Match[];
  /** The rest is found after this. Absent where there is none. */
  readonly next?: string;
  /** Some matches wait for data that comes later. If it has not come after so many seconds, the block is matched without it. */
  readonly waitSeconds?: number;
}
