import { readPage } from '../../core/table/list';
import type { Table } from '../../core/table/table';
import { evmReaders } from '../rows/readers';
import { type Holding, questionId, touchedHoldings } from '../tokens/domain/holdings';

/** Blocks drawn per wanted holding: most blocks of a quiet chain move no token. */
const BLOCKS_PER_HOLDING = 4;
/** Blocks below the head that count as recent. */
const RECENT_BLOCKS = 1_000;
/** Transactions drawn per block, from as many as are read: all of them in most blocks. */
const MAX_TRANSACTIONS_DRAWN = 10;
const MAX_TRANSACTIONS_READ = 500;
/** Holdings taken per transaction, so that one airdrop is not the whole sample. */
const MAX_HOLDINGS_PER_TRANSACTION = 10;

/**
 * Some of the holdings that transfers in blocks of this range touched, each once; blocks are drawn at random, half of
 * them from the recent ones. Wraps are not sampled: no row names them.
 */
export async function sampleHoldings(
  table: Table,
  chain: string,
  { from, to }: { readonly from: number; readonly to: number },
  wanted: number,
): Promise<Holding[]> {
  const found = new Map<string, Holding>();
  const seen = new Set<number>();
  const [ChainTx, Tx] = [evmReaders.ChainTx(), evmReaders.Tx(table)];
  for (let i = 0; i < wanted * BLOCKS_PER_HOLDING && found.size < wanted && to >= from; i++) {
    const lowest = i % 2 === 0 ? from : Math.max(from, to - RECENT_BLOCKS);
    const block = lowest + Math.floor(Math.random() * (to - lowest + 1));
    // A young chain has few blocks: each is read once.
    if (seen.has(block)) continue;
    seen.add(block);
    const list = ChainTx.ofChain(chain, { from: block, to: block });
    const { values } = await readPage(table, [list], { ascending: false, size: MAX_TRANSACTIONS_READ });
    for (const { transaction } of drawn(values, MAX_TRANSACTIONS_DRAWN)) {
      const whole = await Tx.byHash(chain, transaction.hash);
      for (const holding of drawn(
        touchedHoldings({ transfers: whole?.transfers ?? [], wraps: [] }),
        MAX_HOLDINGS_PER_TRANSACTION,
      ))
        if (found.size < wanted) found.set(questionId(holding), holding);
    }
  }
  return [...found.values()];
}

/** Live tokens drawn, and holdings of each: another run draws others. */
const [MAX_TOKENS_DRAWN, MAX_HOLDINGS_PER_TOKEN] = [20, 3];
/** Newest transfers of a token that are read. */
const MAX_TRANSFERS_READ = 25;

/** Holdings of some of these tokens, drawn from those that their newest transfers touched; and which tokens were drawn. */
export async function sampleHoldingsOfTokens(
  table: Table,
  chain: string,
  tokens: readonly string[],
  to: number,
): Promise<{ readonly tokens: string[]; readonly holdings: Holding[] }> {
  const some = drawn(tokens, MAX_TOKENS_DRAWN);
  const TokenTransfer = evmReaders.TokenTransfer();
  const holdings: Holding[] = [];
  for (const token of some) {
    const list = TokenTransfer.ofToken(chain, token, { from: 0, to });
    const { values } = await readPage(table, [list], { ascending: false, size: MAX_TRANSFERS_READ });
    holdings.push(
      ...drawn(
        touchedHoldings({ transfers: values.map(({ transfer }) => transfer), wraps: [] }),
        MAX_HOLDINGS_PER_TOKEN,
      ),
    );
  }
  return { tokens: some, holdings };
}

/** A random selection, each at most once. */
function drawn<T>(values: readonly T[], count: number): T[] {
  const left = [...values];
  const some: T[] = [];
  while (some.length < count && left.length > 0) some.push(...left.splice(Math.floor(Math.random() * left.length), 1));
  return some;
}
