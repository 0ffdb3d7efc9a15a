import type { ListedToken, TokenLists } from '../../contract/token-lists';
import { fold } from './confusables';
import { baitIn, linkIn } from './spam-text';
import { UNSEEN } from './token-text';

/** A token of a chain. `address` in lower case. */
export interface TokenRef {
  readonly chainId: string;
  readonly address: string;
}

/** What is known of a token's reputation, and why. The reason names the list or the heuristic, and the part that matched. */
export interface Reputation {
  readonly reputation: 'Benign' | 'Malicious' | null;
  readonly reason: string;
}

/** Lists made ready for look-ups by `reputationLists`. */
export interface ReputationLists {
  readonly listed: ReadonlyMap<string, ListedToken>;
  /** Listed tokens by how their symbols and names read. */
  readonly readings: ReadonlyMap<string, ListedToken>;
  /** Symbols and names as the lists spell them. */
  readonly spellings: ReadonlySet<string>;
}

/** Shorter texts resemble too much. */
const SHORTEST_READING = 3;
const SHORTEST_SWAP = 4;
/** A small Greek letter before Latin ones is a sign of its own, not a disguise: αUSD, τDoge, μToken. */
const GREEK_SIGN = /^[α-ω][\x20-\x7e]+$/;

const key = (chainId: string, text: string) => `${chainId} ${text}`;
/** How a text reads, whatever its script and case. */
const reading = (text: string) => fold(text).toLowerCase().replace(/\s+/g, '');
/** How a symbol reads where digits pass for letters: L1NK and LlNK, U5DT, USDTO. Case tells l from I, so it is kept. */
const swapped = (symbol: string) => `=${symbol.replace(/[l1|]/g, 'I').replace(/0/g, 'O').replace(/[5$]/g, 'S')}`;

/** Makes the lists ready. */
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
 * The reputation of a token, from the token lists, then from heuristics on its name and symbol; the operator's own word
 * stands in the token's record, above it. A false alarm hides somebody's money, so that a listed token is always Benign
 * and a heuristic needs more than a resemblance. Texts as `TokenMetadata` has them, cleaned and bounded; `disguised`: they held unseen characters.
 */
export function reputationOf(
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
    const original = originalOf(text, text === symbol, token, lists);
    if (original)
      return {
        reputation: 'Malicious',
        reason: `looks-like-listed: "${text}" reads like ${original.symbol}, which ${original.list} lists at ${original.address}`,
      };
  }
  const bait = baitIn(name) ?? baitIn(symbol);
  return bait ? { reputation: 'Malicious', reason: `bait-words: "${bait}"` } : { reputation: null, reason: 'unknown' };
}

/**
 * The listed token that a text passes itself off as. The same plain symbol at another address is no evidence, and neither
 * is other case: bridges repeat symbols (USDC and its forerunners), and lists differ in case (USDt, USDT). What an honest
 * token never needs is another script, unseen characters, or digits for letters, to arrive at a listed one's looks.
 */
function originalOf(
  text: string,
  isSymbol: boolean,
  { chainId, disguised = false }: { readonly chainId: string; readonly disguised?: boolean },
  lists: ReputationLists,
): ListedToken | undefined {
  const hidden = disguised || text.search(UNSEEN) !== -1;
  // Spelt as a list spells it: that list may hold two that resemble each other.
  if (!hidden && lists.spellings.has(key(chainId, text))) return undefined;
  const read = reading(text);
  const inDisguise = hidden || (fold(text) !== text && !GREEK_SIGN.test(text));
  if (inDisguise && read.length >= SHORTEST_READING) return lists.readings.get(key(chainId, read));
  if (!isSymbol || text.length < SHORTEST_SWAP) return undefined;
  const original = lists.readings.get(key(chainId, swapped(text)));
  return original && original.symbol.toLowerCase() !== text.toLowerCase() ? original : undefined;
}
