// Shared by lib/, which writes it into the assets, and lambdas/, which reads it: imports types only.
import type { ContractMetadata } from './schemas/contracts';

type Described = Extract<ContractMetadata, { readonly ercType: 'ERC-20' }>;

/** Off-chain metadata of an address, from the operator or a token list, in response form. */
export type AddressMetadata = Partial<
  Omit<Described, 'address' | 'ercType' | 'symbol' | 'decimals' | 'decimalsMissing' | 'deploymentDetails'>
>;

/** Metadata of a chain's addresses, by lower-case address. */
export type AddressMetadataOfChain = Readonly<Record<string, AddressMetadata>>;

/** File name of a chain's metadata, beside the bundles. */
export const metadataFile = (chainId: string): string => `address-metadata-${chainId}.json`;
