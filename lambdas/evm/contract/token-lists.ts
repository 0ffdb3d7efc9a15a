// Shared by lib/ (writes the lists) and lambdas/ (reads them): types only.
import type { AddressMetadata } from './address-metadata';

export interface ListedToken {
  readonly address: string; // lower case
  readonly name: string;
  readonly symbol: string;
  readonly decimals: number;
  readonly logoUri?: string; // http(s) or ipfs, as listed
  readonly metadata?: AddressMetadata;
  readonly list: string; // name of the list
}

/** By EVM chain id. Each address occurs once, from the first list that contains it. */
export type TokenLists = Readonly<Record<string, readonly ListedToken[]>>;
