// Shared by lib/ (writes it) and lambdas/ (reads it): imports types only.
import type { ContractMetadata } from './schemas/contracts';

type Described = Extract<ContractMetadata, { readonly ercType: 'ERC-20' }>;

/** From the operator or a token list, in response form. */
export type AddressMetadata = Partial<
  Omit<Described, 'address' | 'ercType' | 'symbol' | 'decimals' | 'decimalsMissing' | 'deploymentDetails'>
>;

/** By lower-case address. */
export type AddressMetadataOfChain = Readonly<Record<string, AddressMetadata>>;

export const metadataFile = (chainId: string): string => `address-metadata-${chainId}.json`;
