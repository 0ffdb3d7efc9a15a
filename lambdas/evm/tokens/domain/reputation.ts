import type { ListedToken, TokenLists } from '../../contract/token-lists';
import { fold } from './confusables';
import { baitIn, linkIn } from './spam-text';
import { UNSEEN } from './token-text';

/** `address` in lower case. */
export interface TokenRef {
  readonly chainId: string;
  readonly address: string;
}

export interface Reputation {
  readonly reputation: 'Benign' | 'Malicious' | null;
  readonly reason: string;
}

export interface ReputationLists {
  readonly listed: ReadonlyMap<string, ListedToken>;
  /** By normalised symbol and name. */
  readonly readings: ReadonlyMap<string, ListedToken>;
  readonly spellings: ReadonlySet<string>;
}

/** Shorter texts resemble too many others. */
const MIN_READING_CHARACTERS = 3;
const MIN_SWAP_CHARACTERS = 4;
/** A small Greek letter before Latin ones is a prefix, not a disguise: αUSD, τDoge, μToken. */
const GREEK_SIGN = /^[α-ω][\x20-\x7e]+$/;

const key = (chainId: string, text: string) => `${chainId} ${text}`;
const reading = (text: string) => fold(text).toLowerCase().replace(/\s+/g, '');
/** Digits read as letters: L1NK and LlNK, U5DT. Keeps the case, to tell l from I. */
const swapped = (symbol: string) => `=${symbol.replace(/[l1|]/g, 'I').replace(/0/g, 'O').replace(/[5$]/g, 'S')}`;

export function reputationLists(lists: TokenLists): ReputationLists {
  const all = Object.entries(lists).flatMap(([chainId, tokens]) => tokens.map((token) => ({ chainId, token })));
  return {
    listed: new Map(all.map(({ chainId, token }) => [key(chainId, token.address), token])),
    readings: new Map(
      all.flatMap(({ chainId, token }) =>
        [reading(token.name), swapped(token.symbol), reading(token.symbol)].map(
          (r) => [key(chainId, r), token] as const,
        ),
      ),
    ),
    spellings: new Set(
      all.flatMap(({ chainId, token: { name, symbol } }) => [key(chainId, name), key(chainId, symbol)]),
    ),
  };
}

/**
 * From token lists, else from heuristics. A false positive hides somebody's money: a listed token
 * is always Benign, and mere resemblance is not enough. Texts are cleaned; `disguised` ones had
 * invisible characters. The operator's verdict, stored in the record, takes precedence.
 */
export function getReputation(
  token: TokenRef & { readonly name?: string; readonly symbol?: string; readonly disguised?: boolean },
  lists: ReputationLists,
): Reputation {
  const self = key(token.chainId, token.address);
  const listed = lists.listed.get(self);
  if (listed) return { reputation: 'Benign', reason: `listed by ${listed.list}` };
  const { name = '', symbol = '' } = token;
  const link = linkIn({ name, symbol });
  if (link) return { reputation: 'Malicious', reason: `url-in-name: "${link}"` };
  for (const text of [symbol, name]) {
    const original = getOriginal(text, text === symbol, token, lists);
    if (original)
      return {
        reputation: 'Malicious',
        reason: `looks-like-listed: "${text}" reads like ${original.symbol}, which ${original.list} lists at ${original.address}`,
      };
  }
  const bait = baitIn(name) ?? baitIn(symbol);
  return bait ? { reputation: 'Malicious', reason: `bait-words: "${bait}"` } : { reputation: null, reason: 'unknown' };
}

// Equal symbols (bridges repeat them) or another case (USDt, USDT) prove nothing. Another script,
// invisible characters, and digits for letters do: legitimate tokens never need them.
function getOriginal(
  text: string,
  isSymbol: boolean,
  { chainId, disguised = false }: { readonly chainId: string; readonly disguised?: boolean },
  lists: ReputationLists,
): ListedToken | undefined {
  const hidden = disguised || text.search(UNSEEN) !== -1;
  // Spelled as listed: a list can hold two that resemble each other.
  if (!hidden && lists.spellings.has(key(chainId, text))) return undefined;
  const read = reading(text);
  const inDisguise = hidden || (fold(text) !== text && !GREEK_SIGN.test(text));
  if (inDisguise && read.length >= MIN_READING_CHARACTERS) return lists.readings.get(key(chainId, read));
  if (!isSymbol || text.length < MIN_SWAP_CHARACTERS) return undefined;
  const original = lists.readings.get(key(chainId, swapped(text)));
  return original && original.symbol.toLowerCase() !== text.toLowerCase() ? original : undefined;
}
