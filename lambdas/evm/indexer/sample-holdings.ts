import { readPage } from '../../core/table/list';
import type { Table } from '../../core/table/table';
import { evmReaders } from '../rows/readers';
import { type Holding, questionId, touchedHoldings } from '../tokens/domain/holdings';

const BLOCKS_PER_HOLDING = 4; // most blocks of a quiet chain move no token
const RECENT_BLOCKS = 1_000;
const MAX_TRANSACTIONS_DRAWN = 10;
const MAX_TRANSACTIONS_READ = 500;
const MAX_HOLDINGS_PER_TRANSACTION = 10; // an airdrop must not fill the sample

/** Half of the blocks are recent. Wraps have no rows and are not sampled. */
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
    // Young chains have few blocks: read each once.
    if (seen.has(block)) continue;
    seen.add(block);
    const list = ChainTx.ofChain(chain, { from: block, to: block });
    const { values } = await readPage(table, [list], { ascending: false, size: MAX_TRANSACTIONS_READ });
    for (const { transaction } of pickRandom(values, MAX_TRANSACTIONS_DRAWN)) {
      const whole = await Tx.byHash(chain, transaction.hash);
      for (const holding of pickRandom(
        touchedHoldings({ transfers: whole?.transfers ?? [], wraps: [] }),
        MAX_HOLDINGS_PER_TRANSACTION,
      ))
        if (found.size < wanted) found.set(questionId(holding), holding);
    }
  }
  return [...found.values()];
}

const [MAX_TOKENS_DRAWN, MAX_HOLDINGS_PER_TOKEN] = [20, 3];
const MAX_TRANSFERS_READ = 25;

export async function sampleHoldingsOfTokens(
  table: Table,
  chain: string,
  tokens: readonly string[],
  to: number,
): Promise<{ readonly tokens: string[]; readonly holdings: Holding[] }> {
  const picked = pickRandom(tokens, MAX_TOKENS_DRAWN);
  const TokenTransfer = evmReaders.TokenTransfer();
  const holdings: Holding[] = [];
  for (const token of picked) {
    const list = TokenTransfer.ofToken(chain, token, { from: 0, to });
    const { values } = await readPage(table, [list], { ascending: false, size: MAX_TRANSFERS_READ });
    holdings.push(
      ...pickRandom(
        touchedHoldings({ transfers: values.map(({ transfer }) => transfer), wraps: [] }),
        MAX_HOLDINGS_PER_TOKEN,
      ),
    );
  }
  return { tokens: picked, holdings };
}

function pickRandom<T>(values: readonly T[], count: number): T[] {
  const left = [...values];
  const picked: T[] = [];
  while (picked.length < count && left.length > 0)
    picked.push(...left.splice(Math.floor(Math.random() * left.length), 1));
  return picked;
}
