/** Metadata reported by a token contract. Fields are absent if the contract reverts or returns nothing usable. */
export interface TokenMetadata {
  readonly ercType: 'ERC-20' | 'ERC-721' | 'ERC-1155' | 'UNKNOWN';
  /** Cleaned. `name` has at most 128 characters, `symbol` 64. */
  readonly name?: string;
  readonly symbol?: string;
  readonly decimals?: number;
  /** The name or symbol contained invisible characters, such as zero-width ones. They are removed from the fields. */
  readonly disguised?: true;
  /** false if the address has no code, or only a delegation (EIP-7702). */
  readonly isContract: boolean;
}
