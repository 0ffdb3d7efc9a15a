import type { Chain } from '../../core/contract/config';
import type { ContractVersion } from '../../core/contract/contract-version';
import type { Table } from '../../core/table/table';
import type { BlockToMatch, MatchPass, MatchResult } from '../domain/match';
import type { BlockMessage, MessageRecord } from '../domain/message';
import type { WebhookRecord } from '../domain/webhook';
import type { createWatchedSets } from '../rows/watched-set';

/**
 * A kind of event that webhooks can ask for. Everything that depends on the kind of chain is behind it: matching and
 * delivery know blocks by number and hash, and transactions by position and hash. What endpoints do for it is its
 * `Registration`.
 */
export interface EventKind {
  /** As the contract and the webhook's item spell it. */
  readonly eventType: string;

  /** Whether blocks of a chain can have such events: of an EVM chain by its id, of a P-Chain by its source's name. */
  covers(chain: string): boolean;

  /** Whether any webhook of this kind was ever registered for the chain. One read at most. */
  isWatched(chain: string): Promise<boolean>;

  /**
   * Which webhooks a block concerns, and where in the block. May be called again for the same block and pass, and then
   * may find other webhooks, as who watches what changes. undefined where `isWatched` is false: the block is not read.
   * A kind that never sets `waitSeconds` has nothing to add in passes other than `added`. `from`: goes on after a part,
   * with its `next`.
   */
  matches(block: BlockToMatch, pass: MatchPass, from?: string): Promise<MatchResult | undefined>;

  /** The `event` of a message, built at each attempt from the stored block: the same every time, but for token metadata. */
  body(webhook: WebhookRecord, message: BlockMessage): Promise<object>;

  /** The `event` of a test message: the shape of a real one, of a transaction that is on no chain. */
  sample(webhook: WebhookRecord, message: MessageRecord): Promise<object>;
}
/** The part that the matcher uses. */
export type MatchingKind = Pick<EventKind, 'eventType' | 'isWatched' | 'matches'>;
/** The part that the sender uses. */
export type ContentKind = Pick<EventKind, 'eventType' | 'body' | 'sample'>;

/** What the workers give a kind to work with. Each may do with the table and the bucket what its role allows. */
export interface KindResources {
  readonly table: Table;
  /** Name of the bucket of raw blocks and traces. */
  readonly bucket: string;
  readonly chains: readonly Chain[];
  /** The version of the public contract that messages follow. */
  readonly contractVersion: ContractVersion;
  /** What webhooks of a chain watch: one, so that kinds share its reads. */
  readonly watched: ReturnType<typeof createWatchedSets>;
  readonly now: () => number;
}
