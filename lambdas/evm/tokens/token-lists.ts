import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { TokenLists } from '../contract/token-lists';

let cached: TokenLists | undefined;

/** The token lists of all configured chains, from the file that the build put next to the bundle. Read once. */
export function tokenLists(): TokenLists {
  cached ??= JSON.parse(
    readFileSync(fileURLToPath(new URL('./token-lists.json', import.meta.url)), 'utf8'),
  ) as TokenLists;
  return cached;
}
