import type { Chain } from '../../../core/contract/config';
import type { Page } from '../../../core/http/page';
import { NodeError } from '../../../core/node/errors';
import type { Position } from '../../../core/table/list';
import { fetchHoldingsAt } from '../../node/holdings';
import { getAmount, toQuestions } from '../../tokens/domain/holdings';
import type { StoredHolding } from '../../tokens/rows/holding-item';
import type { TokenRecord } from '../../tokens/rows/token-item';
import type { Tokens } from '../../views/token';
import type { Deps } from '../implement';
import { noState, unreadBalance } from './native-balance';

export interface ListedHolding extends Omit<StoredHolding, 'amount' | 'epoch'> {
  readonly amount: bigint; // above 0
}
export type Source = (
  size: number,
  from: Position | undefined,
) => Promise<{ values: StoredHolding[]; next: Position | undefined }>;

interface HoldingsRequest {
  readonly chain: Chain;
  readonly page: Pick<Page, 'size' | 'from'>;
  /** For amounts from the node. `past`: a past block, so all amounts are. */
  readonly at: { readonly block: number; readonly past: boolean };
  readonly source: Source;
  readonly readTokens: (rows: readonly StoredHolding[]) => Promise<Tokens>;
  readonly hides: (token: TokenRecord | undefined) => boolean;
}

/** Then, or once half of the read budget is used, a short page is returned. */
const MAX_READS = 4;

/** Zero amounts and hidden tokens are filtered after reading, so pages may be short. */
export async function holdingsPage(
  deps: Deps<{ node: true }>,
  { chain, page, at, source, readTokens, hides }: HoldingsRequest,
): Promise<{ holdings: ListedHolding[]; tokens: Tokens; next: Position | undefined }> {
  const holdings: ListedHolding[] = [];
  const tokens = new Map<string, TokenRecord>();
  let next = page.from;
  for (let reads = 0; reads < MAX_READS && holdings.length < page.size; reads++) {
    const answer = await source(page.size - holdings.length, next);
    next = answer.next;
    for (const [token, record] of await readTokens(answer.values)) tokens.set(token, record);
    const shown = answer.values.filter(({ token }) => !hides(tokens.get(token)));
    holdings.push(...(await getAmounts(deps, chain, shown, at, tokens)));
    if (!next || !deps.readBudget.hasRoom()) break;
  }
  return { holdings, tokens, next };
}

// Past, unread and live amounts (of tokens that change balances without transfers) come from the
// node. Throws NodeError, or 503 if the node has pruned the state.
async function getAmounts(
  deps: Deps<{ node: true }>,
  chain: Chain,
  rows: readonly StoredHolding[],
  { block, past }: HoldingsRequest['at'],
  tokens: Tokens,
): Promise<ListedHolding[]> {
  const toRead = rows.filter(({ amount, token }) => past || amount === 'unread' || tokens.get(token)?.live);
  const batch = (calls: Parameters<typeof deps.node.batch>[1]) => deps.node.batch(chain.chainId, calls);
  const readings =
    toRead.length > 0
      ? await fetchHoldingsAt(batch, toQuestions(toRead), block).catch((error: unknown) => {
          // All are live tokens with a stored amount, which is better than nothing.
          if (error instanceof NodeError && toRead.every(({ amount }) => !past && amount !== 'unread'))
            return undefined;
          throw unreadBalance(chain, block, error);
        })
      : undefined;
  const isRead = new Set(toRead);
  return rows.flatMap((row) => {
    const read = isRead.has(row) && readings ? getAmount(row, block, readings) : 'unread';
    const amount = read === 'unread' && !past ? row.amount : read;
    if (amount === 'unread') throw noState(chain, block);
    return amount === 'refused' || amount.value === 0n ? [] : [{ ...row, amount: amount.value }];
  });
}

/** Ordered by token address. */
export const namedTokens =
  (tokens: readonly string[], find: (tokens: readonly string[]) => Promise<StoredHolding[]>): Source =>
  async (size, from) => {
    const left = tokens.filter((token) => from === undefined || token > from.after);
    const found = (await find(left)).toSorted((a, b) => (a.token < b.token ? -1 : 1));
    const values = found.slice(0, size);
    const last = values.at(-1)?.token;
    const more = found.length > values.length && last !== undefined;
    return { values, next: more ? { after: last, items: [], density: 1 } : undefined };
  };
