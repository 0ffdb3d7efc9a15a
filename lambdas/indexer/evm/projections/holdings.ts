import type { Table } from '../../../adapters/dynamo/table';
import { openHoldings, type Read } from '../../../adapters/dynamo/tokens/holdings';
import type { Blocks } from '../../../adapters/evm/blocks';
import type { Position } from '../../../domain/chain/cursor';
import type { DerivedBlock } from '../../../domain/evm/derive';
import {
  AS_BEFORE,
  amountOf,
  type Holding,
  latestAmount,
  questionId,
  questionsOf,
  touchedHoldings,
} from '../../../domain/tokens/holdings';
import type { AtHead } from '../../chain/chain';
import { openHistoricalHoldings } from './historical-holdings';
import type { Projection } from './projection';

/** How much each address holds of each token: read from the tokens, never summed up. */
export function holdings(table: Table, chain: string, node: Pick<Blocks, 'holdings'>): Projection {
  const rows = openHoldings(table, chain);
  const fillAbsent = openHistoricalHoldings(table, chain, node);

  /**
   * Reads balances again, as of this position. What the node does not answer stays unread, and is read again when idle.
   */
  const reread = async (
    touched: readonly Holding[],
    { number, hash }: Pick<Position, 'number' | 'hash'>,
    { cursor, write }: AtHead,
  ): Promise<void> => {
    const reading = hash && node.holdings({ number, hash }, questionsOf(touched), cursor.head);
    const readings = reading ? await reading.catch(() => undefined) : undefined;
    const reads = touched.map((holding) => ({ holding, amount: amountOf(holding, number, readings) }));
    await write(rows.writes(reads, cursor.epoch));
  };

  return {
    async summarize(blocks, on) {
      if (on.mode === 'head') return { writes: rows.writes(readsOf(blocks), on.cursor.epoch) };
      await fillAbsent(touchedHoldings(blocks.flatMap(({ transfers }) => transfers)), on);
      return { writes: [] };
    },
    revert(_, at) {
      const touched = new Map<string, Holding>();
      return {
        facts({ transfers }) {
          for (const holding of touchedHoldings(transfers)) touched.set(questionId(holding), holding);
        },
        summaries: (below) => reread([...touched.values()], below, at),
      };
    },
    async idle(at) {
      const unread = await rows.unread();
      if (unread.length > 0) await reread(unread, at.cursor, at);
    },
  };
}

/**
 * The amounts of every holding that the blocks touched; the last block that touched a holding decides which answers are
 * too old.
 */
function readsOf(blocks: readonly DerivedBlock[]): Read[] {
  const readings = blocks.flatMap((block) => block.readings ?? []);
  const last = new Map<string, { holding: Holding; since: number }>();
  for (const { block, transfers } of blocks)
    for (const holding of touchedHoldings(transfers)) last.set(questionId(holding), { holding, since: block.number });
  return [...last.values()].flatMap(({ holding, since }) => {
    const amount = latestAmount(holding, since, readings);
    return amount === AS_BEFORE ? [] : [{ holding, amount }];
  });
}
