import { includes } from '../../../chain/domain/block-range';
import type { Table } from '../../../core/table/table';
import type { evmReaders } from '../../../evm/rows/readers';
import { startOfDay } from '../../domain/dates';
import type { PinnedChain, Progress } from '../../domain/operation';

type Blocks = ReturnType<(typeof evmReaders)['Block']>;
type Begun = Pick<Progress, 'from' | 'begins'>;

export async function getBeginning(
  table: Pick<Table, 'query'>,
  blocks: Blocks,
  chains: readonly PinnedChain[],
  firstDay: number,
): Promise<Begun> {
  const found = await Promise.all(chains.map((chain) => firstBlock(table, blocks, chain, startOfDay(firstDay))));
  return {
    from: Object.fromEntries(found.map(({ chainId, from }) => [chainId, from])),
    begins: Object.fromEntries(found.flatMap(({ chainId, begins }) => (begins ? [[chainId, begins]] : []))),
  };
}

/** `begins` is set if the chain's index starts with this block, after `time` (Unix seconds). */
async function firstBlock(
  table: Pick<Table, 'query'>,
  blocks: Blocks,
  { chainId, to, hidden }: PinnedChain,
  time: number,
): Promise<{ chainId: string; from: number; begins?: { block: number; time: number } }> {
  const atOrAfter = async (block: number) => {
    const { pk, low, high, rows } = blocks.ofChain(chainId, { from: block, to });
    if (low > high) return undefined;
    const { items } = await table.query({ pk, low, high, ascending: true, limit: 1 });
    return items.flatMap((item) => rows(item))[0]?.value;
  };
  let [low, high] = [0, to + 1];
  let first: Awaited<ReturnType<typeof atOrAfter>>;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const block = await atOrAfter(middle);
    if (!block) high = middle;
    else if (block.time >= time) {
      high = middle;
      first = block;
    } else low = block.number + 1;
  }
  if (!first || first.number === 0) return { chainId, from: first?.number ?? to + 1 };
  // Blocks being written by a backfill do not count as the start: they are reported as hidden.
  const before = includes(hidden, first.number - 1) || (await blocks.byNumber(chainId, first.number - 1)) !== undefined;
  const begins = before ? {} : { begins: { block: first.number, time: first.time } };
  return { chainId, from: first.number, ...begins };
}
