// Shared by lib/ (which writes it into the assets) and lambdas/ (which read it): imports types alone.
import type { ContractMetadata } from './schemas/contracts';

type Described = Extract<ContractMetadata, { readonly ercType: 'ERC-20' }>;

/** What chains do not tell of an address, as the operator or a token list says it, in the form of answers. */
export type AddressMetadata = Partial<
  Omit<Described, 'address' | 'ercType' | 'symbol' | 'decimals' | 'decimalsMissing' | 'deploymentDetails'>
>;

/** The metadata of a chain's addresses, by address in lower case. */
export type AddressMetadataOfChain = Readonly<Record<string, AddressMetadata>>;

/** The file of a chain, beside the functions that read it. */
export const metadataFile = (chainId: string): string => `address-metadata-${chainId}.json`;
