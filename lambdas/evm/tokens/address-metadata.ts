import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type AddressMetadata, type AddressMetadataOfChain, metadataFile } from '../contract/address-metadata';

const cached = new Map<string, AddressMetadataOfChain>();

/** What the operator and token lists say of an address of a configured chain; the address in lower case. */
export type MetadataOf = (address: string) => AddressMetadata | undefined;

/** The file of a configured chain that the build put beside the bundle. Read once, when it is first looked into. */
export const addressMetadata =
  (chainId: string): MetadataOf =>
  (address) => {
    const known = cached.get(chainId) ?? read(chainId);
    cached.set(chainId, known);
    return known[address];
  };

const read = (chainId: string): AddressMetadataOfChain =>
  JSON.parse(readFileSync(fileURLToPath(new URL(`./${metadataFile(chainId)}`, import.meta.url)), 'utf8'));
