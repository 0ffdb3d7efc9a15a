import { readFileSync } from 'node:fs';
import { isAddress } from 'viem/utils';
import * as z from 'zod';

/** `what`: its name in errors. */
export interface ListFile {
  readonly what: string;
  readonly setting: string;
}
interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** Rejects a wrong EIP-55 checksum, because a typo would name another contract. */
export const ListedAddress = z.string().refine((address) => isAddress(address), 'invalid address or EIP-55 checksum');
export const ImageUri = z.string().regex(/^(?:(?:https?|ipfs):\/\/.*)?$/, 'must be an http(s) or ipfs URI');

/** Throws a one-sentence error. */
export function readJson({ what, setting }: ListFile, file: string): unknown {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    throw new Error(`cannot read the ${what} ${file}: set the path of a JSON file in \`${setting}\``);
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`the ${what} ${file} is not valid JSON: ${(error as Error).message}`);
  }
}

/** Lists the first ten mistakes with their paths. */
export function wrongFile({ what }: ListFile, file: string, issues: readonly Issue[]): Error {
  const shown = issues.slice(0, 10).map(({ path, message }) => `${path.join('.') || 'it'}: ${message}`);
  const more = issues.length > shown.length ? [`and ${issues.length - shown.length} more`] : [];
  return new Error(`invalid ${what} ${file}: ${[...shown, ...more].join('; ')}`);
}
