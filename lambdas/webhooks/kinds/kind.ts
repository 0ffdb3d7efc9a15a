import type { Chain } from '../../core/contract/config';
import type { ContractVersion } from '../../core/contract/contract-version';
import type { Table } from '../../core/table/table';
import type { BlockToMatch, MatchPass, MatchResult } from '../domain/match';
import type { BlockMessage, MessageRecord } from '../domain/message';
import type { WebhookRecord } from '../domain/webhook';
import type { createWatchedSets } from '../rows/watched-set';

/**
 * A kind of event that webhooks can subscribe to. Hides everything specific to the kind of chain: matching and delivery
 * know only block numbers and hashes, and transaction positions and hashes. Its endpoints' part is `Registration`.
 */
export interface EventKind {
  /** The event type as in the contract and the webhook's item. */
  readonly eventType: string;

  /** Whether a chain can have such events. `chain`: the chain ID of an EVM chain, or the source name of a P-Chain. */
  covers(chain: string): boolean;

  /** Whether a webhook of this kind was ever registered for the chain. At most one read. */
  isWatched(chain: string): Promise<boolean>;

  /**
   * Finds matching webhooks, and their positions in the block. May be called again for the same block and pass, and may
   * then return other webhooks as subscriptions change. undefined if `isWatched` is false; the block is then not read.
   * A kind that never sets `waitSeconds` returns matches only in the `added` pass. `from`: the `next` of the previous
   * part.
   */
  matches(block: BlockToMatch, pass: MatchPass, from?: string): Promise<MatchResult | undefined>;

  /**
   * The `event` of a message, rebuilt from the stored block at each attempt: identical each time except for token
   * metadata.
   */
  body(webhook: WebhookRecord, message: BlockMessage): Promise<object>;

  /** The `event` of a test message: shaped like a real one, but its transaction does not exist. */
  sample(webhook: WebhookRecord, message: MessageRecord): Promise<object>;
}
/** The matcher's part. */
export type MatchingKind = Pick<EventKind, 'eventType' | 'isWatched' | 'matches'>;
/** The sender's part. */
export type ContentKind = Pick<EventKind, 'eventType' | 'body' | 'sample'>;

/** Resources that the workers pass to a kind. Access to the table and the bucket is limited by each worker's role. */
export interface KindResources {
  readonly table: Table;
  /** Name of the bucket of raw blocks and traces. */
  readonly bucket: string;
  readonly chains: readonly Chain[];
  /** Public contract version of the messages. */
  readonly contractVersion: ContractVersion;
  /** Shared by all kinds, and its reads with it. */
  readonly watched: ReturnType<typeof createWatchedSets>;
  readonly now: () => number;
}
