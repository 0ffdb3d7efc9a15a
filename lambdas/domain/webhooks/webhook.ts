/** Where a chain stood: a block counts as later by its reorg epoch, then by its number. */
export interface Since {
  readonly number: number;
  readonly epoch: number;
}

/** A webhook as it was registered. */
export interface WebhookRecord {
  readonly id: string;
  readonly owner: string;
  /** EVM chain id. */
  readonly chain: string;
  readonly url: string;
  readonly name: string;
  readonly description: string;
  readonly active: boolean;
  /** When it was last turned on again, Unix milliseconds. */
  readonly turnedOnAt?: number;
  /** Why the service turned it off. */
  readonly disabledReason?: string;
  /** Unix milliseconds. */
  readonly createdAt: number;
  /** First topics, lower case; absent: any transaction. */
  readonly eventSignatures?: readonly string[];
  readonly includeInternalTxs?: boolean;
  readonly includeLogs?: boolean;
  readonly confirmations?: number;
  /** Where its chain stood when it was last turned on: it tells of what comes after. */
  readonly since: Since;
}

/** Whether a block was indexed after that. */
export const isAfter = (block: Since, since: Since): boolean =>
  block.epoch > since.epoch || (block.epoch === since.epoch && block.number > since.number);
