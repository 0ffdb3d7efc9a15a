import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { TokenLists } from '../contract/token-lists';

let cached: TokenLists | undefined;

/** The token lists that the build wrote beside the bundle, for the chains of the configuration. Read once. */
export function tokenLists(): TokenLists {
  cached ??= JSON.parse(
    readFileSync(fileURLToPath(new URL('./token-lists.json', import.meta.url)), 'utf8'),
  ) as TokenLists;
  return cached;
}
