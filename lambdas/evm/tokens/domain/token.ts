/**
 * The metadata that a token contract reports. A field is absent if the contract does not answer, or answers nothing
 * usable.
 */
export interface TokenMetadata {
  readonly ercType: 'ERC-20' | 'ERC-721' | 'ERC-1155' | 'UNKNOWN';
  /** Cleaned, at most 128 characters. */
  readonly name?: string;
  /** Cleaned, at most 64 characters. */
  readonly symbol?: string;
  readonly decimals?: number;
  /** Its name or symbol contained invisible characters, such as zero-width ones; they are removed from the fields. */
  readonly disguised?: true;
  /** false: there is no code at the address, or only an account's delegation (EIP-7702). */
  readonly isContract: boolean;
}
