import { readFileSync } from 'node:fs';
import { isAddress } from 'viem/utils';
import * as z from 'zod';

/** A kind of file that the configuration names: what it is, and the setting that names it. */
export interface ListFile {
  readonly what: string;
  readonly setting: string;
}
interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** An address in a file. A wrong checksum is a typing error, and would name another contract. */
export const ListedAddress = z
  .string()
  .refine((address) => isAddress(address), 'is no address, or its checksum (EIP-55) is wrong');
/** The URI of an image; empty where there is none. */
export const ImageUri = z.string().regex(/^(?:(?:https?|ipfs):\/\/.*)?$/, 'must be an http(s) or ipfs URI');

/** A file's JSON. Throws a one-sentence error. */
export function readJson({ what, setting }: ListFile, file: string): unknown {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    throw new Error(`the ${what} ${file} cannot be read: give the path of a JSON file in \`${setting}\``);
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`the ${what} ${file} is not JSON: ${(error as Error).message}`);
  }
}

/** The error of a file with mistakes: the first ten with their paths. */
export function wrongFile({ what }: ListFile, file: string, issues: readonly Issue[]): Error {
  const shown = issues.slice(0, 10).map(({ path, message }) => `${path.join('.') || 'it'}: ${message}`);
  const more = issues.length > shown.length ? [`and ${issues.length - shown.length} more`] : [];
  return new Error(`the ${what} ${file} is wrong: ${[...shown, ...more].join('; ')}`);
}
