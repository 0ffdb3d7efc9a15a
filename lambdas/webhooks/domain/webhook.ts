import type { ActivityFilters } from '../contract/schemas/activity-filters';

/** A position of a chain: ordered by reorg epoch, then by block number. */
export interface Since {
  readonly number: number;
  readonly epoch: number;
}

/** A webhook as it was registered. */
export interface WebhookRecord {
  readonly id: string;
  readonly owner: string;
  /** Names the kind of event that it asks for. */
  readonly eventType: string;
  /** Id of the chain in the configuration. */
  readonly chain: string;
  readonly url: string;
  readonly name: string;
  readonly description: string;
  readonly active: boolean;
  /** When it was last turned on again, Unix milliseconds. */
  readonly turnedOnAt?: number;
  /** Why the service turned it off. */
  readonly disabledReason?: string;
  /** When it did, Unix milliseconds. */
  readonly disabledAt?: number;
  /** Unix milliseconds. */
  readonly createdAt: number;
  /** Filters by first topics of logs, lower case; absent: no filter. */
  readonly eventSignatures?: readonly string[];
  /** Absent: no filter. */
  readonly filters?: ActivityFilters;
  readonly includeInternalTxs?: boolean;
  readonly includeLogs?: boolean;
  readonly confirmations?: number;
  /** false: it is not told if a block leaves the chain. */
  readonly removals?: boolean;
  /** What its deliveries have besides our own, by names in lower case. Values may be credentials: not answered, not logged. */
  readonly headers?: Readonly<Record<string, string>>;
  /** What a kind of event keeps beside the fields above. The kind checks it when it reads it. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** The position of its chain when it was last turned on: it matches blocks after that. */
  readonly since: Since;
}

/** Whether a block came after a position. */
export const isAfter = (block: Since, since: Since): boolean =>
  block.epoch > since.epoch || (block.epoch === since.epoch && block.number > since.number);
