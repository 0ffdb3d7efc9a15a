import type { ActivityFilters } from '../contract/schemas/activity-filters';

/** A position of a chain, ordered by reorg epoch, then block number. */
export interface Since {
  readonly number: number;
  readonly epoch: number;
}

/** A registered webhook. */
export interface WebhookRecord {
  readonly id: string;
  readonly owner: string;
  readonly eventType: string;
  /** Chain ID, or the source name of a P-Chain. */
  readonly chain: string;
  readonly url: string;
  readonly name: string;
  readonly description: string;
  readonly active: boolean;
  /** When it was last re-enabled, Unix milliseconds. */
  readonly turnedOnAt?: number;
  /** Why the service disabled it; absent if its owner did. */
  readonly disabledReason?: string;
  /** When the service disabled it, Unix milliseconds. */
  readonly disabledAt?: number;
  /** Unix milliseconds. */
  readonly createdAt: number;
  /** First topics (lower case) to filter logs by; absent: no filter. */
  readonly eventSignatures?: readonly string[];
  /** Absent: no filter. */
  readonly filters?: ActivityFilters;
  readonly includeInternalTxs?: boolean;
  readonly includeLogs?: boolean;
  readonly confirmations?: number;
  /** false: no removals are sent for reorged blocks. */
  readonly removals?: boolean;
  /** Custom request headers, by lower-case name. Values may be credentials: never return or log them. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Settings specific to the event kind, which validates them on read. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Chain position when it was last enabled: it matches blocks after this. */
  readonly since: Since;
}

/** Whether a block came after a position. */
export const isAfter = (block: Since, since: Since): boolean =>
  block.epoch > since.epoch || (block.epoch === since.epoch && block.number > since.number);
