import type { ActivityFilters } from '../contract/schemas/activity-filters';

/** Ordered by reorg epoch, then block number. */
export interface Since {
  readonly number: number;
  readonly epoch: number;
}

/** Times in Unix ms. */
export interface WebhookRecord {
  readonly id: string;
  readonly owner: string;
  readonly eventType: string;
  /** Chain ID, or the source name of a P-Chain. */
  readonly chain: string;
  /** Absent if its messages are only pulled. */
  readonly url?: string;
  readonly name: string;
  readonly description: string;
  readonly active: boolean;
  readonly turnedOnAt?: number;
  /** Absent if its owner disabled it. */
  readonly disabledReason?: string;
  readonly disabledAt?: number;
  readonly createdAt: number;
  /** First topics (lower case) to filter logs by. */
  readonly eventSignatures?: readonly string[];
  readonly filters?: ActivityFilters;
  /** `push`, the default, differs from `both` in name only: every webhook has a feed. */
  readonly delivery?: 'pull' | 'both';
  /** One message after the other, in the order of the feed. Never changes. */
  readonly order?: 'chain';
  readonly includeInternalTxs?: boolean;
  /** It includes internal transactions, or once did: its feed ends where the chain is matched with them. */
  readonly waitsForTraces?: boolean;
  readonly includeLogs?: boolean;
  readonly confirmations?: number;
  /** false: no removals are sent for reorged blocks. */
  readonly removals?: boolean;
  /** By lower-case name. Values may be credentials: never return or log them. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Of the event kind, which validates them on read. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** It matches blocks after this. */
  readonly since: Since;
}

export const isOrdered = ({ order }: Pick<WebhookRecord, 'order'>): boolean => order === 'chain';

/** Its messages are only read from its feed. */
export const isPulled = ({ url }: Pick<WebhookRecord, 'url'>): boolean => url === undefined;

export const isAfter = (block: Since, since: Since): boolean =>
  block.epoch > since.epoch || (block.epoch === since.epoch && block.number > since.number);
