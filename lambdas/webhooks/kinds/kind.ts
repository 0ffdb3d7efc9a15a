import type { DueEvent } from '../../chain/contract/events';
import type { BlockRef } from '../../chain/domain/block';
import type { Chain } from '../../core/contract/config';
import type { ContractVersion } from '../../core/contract/contract-version';
import type { Table } from '../../core/table/table';
import type { BlockToMatch, MatchPass, MatchResult } from '../domain/match';
import type { BlockMessage, MessageRecord } from '../domain/message';
import type { WebhookRecord } from '../domain/webhook';
import type { createWatchedSets } from '../rows/watched-set';

/**
 * Hides everything specific to the kind of chain: matching and delivery know only block numbers and hashes, and
 * transaction positions and hashes. Its endpoints' part is `Registration`.
 */
export interface EventKind {
  readonly eventType: string;

  /** `chain`: the chain ID of an EVM chain, or the source name of a P-Chain. */
  covers(chain: string): boolean;

  /** true once a webhook of this kind was registered for the chain. At most one read. */
  isWatched(chain: string): Promise<boolean>;

  // May be repeated for a block and pass; results change with subscriptions. undefined, without reading the block, if
  // `isWatched` is false. A kind without `waitSeconds` matches only in the `added` pass. `from`: the previous `next`.
  matches(block: BlockToMatch, pass: MatchPass, from?: string): Promise<MatchResult | undefined>;

  /** Validators that are due, as of the block. undefined if none is watched. `from`: the previous `next`. */
  dueMatches?(block: BlockToMatch, due: DueEvent['due'], from?: string): Promise<MatchResult | undefined>;

  /** The `event`, rebuilt from the stored block at each attempt: identical except for token metadata. */
  body(webhook: WebhookRecord, message: BlockMessage): Promise<object>;

  /** The first block at or above this number; undefined above the head. */
  blockFrom(chain: string, number: number): Promise<IndexedBlock | undefined>;

  /** Shaped like a real event, but its transaction does not exist. */
  sample(webhook: WebhookRecord, message: MessageRecord): Promise<object>;
}
export interface IndexedBlock extends BlockRef {
  /** Unix seconds. */
  readonly time: number;
  /** How often it became canonical: 1 if absent. */
  readonly incarnation?: number;
  /** 0 if absent. */
  readonly epoch?: number;
  /** Of the event that added it; 0 without an event. Absent on chains that never reorganise. */
  readonly serial?: number;
}
export type MatchingKind = Pick<EventKind, 'eventType' | 'isWatched' | 'matches' | 'dueMatches'>;
export type ContentKind = Pick<EventKind, 'eventType' | 'body' | 'sample'>;

/** Each worker's role limits access to the table and the bucket. */
export interface KindResources {
  readonly table: Table;
  readonly bucket: string;
  readonly chains: readonly Chain[];
  readonly contractVersion: ContractVersion;
  /** Shared by all kinds, and its reads with it. */
  readonly watched: ReturnType<typeof createWatchedSets>;
  readonly now: () => number;
}
