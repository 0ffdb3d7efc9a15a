/** Fields are absent if the contract reverts or returns nothing usable. */
export interface TokenMetadata {
  readonly ercType: 'ERC-20' | 'ERC-721' | 'ERC-1155' | 'UNKNOWN';
  /** Cleaned. `name` has at most 128 characters, `symbol` 64. */
  readonly name?: string;
  readonly symbol?: string;
  readonly decimals?: number;
  /** The name or symbol contained invisible characters, now removed. */
  readonly disguised?: true;
  /** false without code, or with only a delegation (EIP-7702). */
  readonly isContract: boolean;
}
