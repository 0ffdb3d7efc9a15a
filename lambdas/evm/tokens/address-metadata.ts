import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type AddressMetadata, type AddressMetadataOfChain, metadataFile } from '../contract/address-metadata';

const cached = new Map<string, AddressMetadataOfChain>();

export type MetadataOf = (address: string) => AddressMetadata | undefined; // lower case

/** From the file that the build put next to the bundle. */
export const addressMetadata =
  (chainId: string): MetadataOf =>
  (address) => {
    const known = cached.get(chainId) ?? read(chainId);
    cached.set(chainId, known);
    return known[address];
  };

const read = (chainId: string): AddressMetadataOfChain =>
  JSON.parse(readFileSync(fileURLToPath(new URL(`./${metadataFile(chainId)}`, import.meta.url)), 'utf8'));
