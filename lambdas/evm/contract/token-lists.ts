// Shared by lib/, which writes the lists into the assets, and lambdas/, which reads them: types only.
import type { AddressMetadata } from './address-metadata';

/** A token of the bundled list or of a configured one. */
export interface ListedToken {
  /** Lower case. */
  readonly address: string;
  readonly name: string;
  readonly symbol: string;
  readonly decimals: number;
  /** http(s) or ipfs, as listed. */
  readonly logoUri?: string;
  /** Further metadata for responses. */
  readonly metadata?: AddressMetadata;
  /** Name of the list. */
  readonly list: string;
}

/** Listed tokens by EVM chain id. Each address occurs once, from the first list that contains it. */
export type TokenLists = Readonly<Record<string, readonly ListedToken[]>>;
