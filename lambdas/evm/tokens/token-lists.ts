import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { TokenLists } from '../contract/token-lists';

let cached: TokenLists | undefined;

/** From the file that the build put next to the bundle. */
export function tokenLists(): TokenLists {
  cached ??= JSON.parse(
    readFileSync(fileURLToPath(new URL('./token-lists.json', import.meta.url)), 'utf8'),
  ) as TokenLists;
  return cached;
}
