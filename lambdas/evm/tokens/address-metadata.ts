import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type AddressMetadata, type AddressMetadataOfChain, metadataFile } from '../contract/address-metadata';

const cached = new Map<string, AddressMetadataOfChain>();

/** Address metadata from the operator and token lists, for a configured chain. `address` in lower case. */
export type MetadataOf = (address: string) => AddressMetadata | undefined;

/** Metadata of a configured chain, from the file that the build put next to the bundle. Read once, on first use. */
export const addressMetadata =
  (chainId: string): MetadataOf =>
  (address) => {
    const known = cached.get(chainId) ?? read(chainId);
    cached.set(chainId, known);
    return known[address];
  };

const read = (chainId: string): AddressMetadataOfChain =>
  JSON.parse(readFileSync(fileURLToPath(new URL(`./${metadataFile(chainId)}`, import.meta.url)), 'utf8'));
