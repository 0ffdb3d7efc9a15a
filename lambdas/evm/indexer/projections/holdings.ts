import type { Cursor, Position } from '../../../chain/domain/cursor';
import { resultWithin } from '../../../core/runtime/clock';
import type { Table } from '../../../core/table/table';
import type { DerivedBlock } from '../../domain/derive';
import type { Blocks } from '../../node/blocks';
import {
  getAmount,
  type Holding,
  latestAmount,
  questionId,
  toQuestions,
  touchedHoldings,
} from '../../tokens/domain/holdings';
import { createHoldings, type Read } from '../../tokens/rows/holdings';
import { createHistoricalHoldings } from './historical-holdings';
import type { Projection } from './projection';

const UNREAD_TIMEOUT_MS = 2_000; // new blocks wait for it

/** Token balances are read from the contracts, never summed up from transfers. */
export function holdings(table: Table, chain: string, node: Pick<Blocks, 'holdings' | 'holdingsAt'>): Projection {
  const rows = createHoldings(table, chain);
  const historical = createHistoricalHoldings(table, chain, node);

  /** Unread if the node fails; `idle` reads them again. */
  const readAt = async (
    touched: readonly Holding[],
    { number, hash }: Pick<Position, 'number' | 'hash'>,
    { head }: Pick<Cursor, 'head'>,
  ): Promise<Read[]> => {
    const reading = hash && node.holdings({ number, hash }, toQuestions(touched), head);
    const readings = reading ? await reading.catch(() => undefined) : undefined;
    return touched.map((holding) => ({ holding, amount: getAmount(holding, number, readings) }));
  };

  return {
    async readAhead(blocks, on) {
      const found = await historical.read(blocks.flatMap(touchedHoldings), on);
      return async () => found && historical.write(found, on);
    },
    async summarize(blocks, on) {
      return { writes: on.mode === 'head' ? rows.writes(getReads(blocks), on.cursor.epoch) : [] };
    },
    revert(_, at) {
      const touched = new Map<string, Holding>();
      return {
        facts(orphan) {
          for (const holding of touchedHoldings(orphan)) touched.set(questionId(holding), holding);
        },
        async summaries(below) {
          const reads = await readAt([...touched.values()], below, at.cursor);
          await at.write(rows.writes(reads, at.cursor.epoch));
        },
      };
    },
    async idle(at) {
      const unread = await rows.unread();
      if (unread.length === 0) return;
      const reads = (await resultWithin(readAt(unread, at.cursor, at.cursor), UNREAD_TIMEOUT_MS)) ?? [];
      const answered = reads.filter(({ amount }) => amount !== 'unread');
      if (answered.length > 0) rows.answered();
      await at.write(rows.writes(answered, at.cursor.epoch));
    },
  };
}

/** An answer from before the last block that touched the holding is too old. */
function getReads(blocks: readonly DerivedBlock[]): Read[] {
  const readings = blocks.flatMap((block) => block.readings ?? []);
  const last = new Map<string, { holding: Holding; since: number }>();
  for (const derived of blocks)
    for (const holding of touchedHoldings(derived))
      last.set(questionId(holding), { holding, since: derived.block.number });
  return [...last.values()].map(({ holding, since }) => ({ holding, amount: latestAmount(holding, since, readings) }));
}
