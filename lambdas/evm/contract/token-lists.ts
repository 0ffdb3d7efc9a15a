// Shared by lib/ (which writes the lists into the assets) and lambdas/ (which read them): types alone.
import type { AddressMetadata } from './address-metadata';

/** A token of a published list, or of one of the operator's. */
export interface ListedToken {
  /** Lower case. */
  readonly address: string;
  readonly name: string;
  readonly symbol: string;
  readonly decimals: number;
  /** http(s) or ipfs, as the list has it. */
  readonly logoUri?: string;
  /** What else the list says of it, for answers. */
  readonly metadata?: AddressMetadata;
  /** The list's own name. */
  readonly list: string;
}

/** Listed tokens by EVM chain id; each address once, from the first list that has it. */
export type TokenLists = Readonly<Record<string, readonly ListedToken[]>>;
