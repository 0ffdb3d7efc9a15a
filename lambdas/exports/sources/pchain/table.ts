import type { List } from '../../../core/table/list';
import { readPages } from '../../../core/table/pages';
import type { Table } from '../../../core/table/table';
import type { PlacedTxRow } from '../../../pchain/domain/rows';
import { pChainReaders } from '../../../pchain/rows/readers';

/** Items in memory over all lists (current and next pages), unless there are more lists. */
const MAX_ITEMS = 4_000;
const MAX_PAGE = 200;

/** Exported networks are indexed from block 0, so each transaction has a block. */
const placedTxs = ({ byIds }: Pick<ReturnType<(typeof pChainReaders)['PTx']>, 'byIds'>) => ({
  async byIds(...of: Parameters<typeof byIds>): Promise<PlacedTxRow[]> {
    return (await byIds(...of)).map((row) => {
      const { place, time, blockHash } = row;
      if (!place || time === undefined || !blockHash) throw new Error(`transaction ${row.id} has no block`);
      return { ...row, place, time, blockHash };
    });
  },
});

export const createPTable = (table: Table) => ({
  PNetwork: pChainReaders.PNetwork(table),
  PBlock: pChainReaders.PBlock(table),
  PTx: placedTxs(pChainReaders.PTx(table)),
  PTxOf: pChainReaders.PTxOf(),
  PUtxo: pChainReaders.PUtxo(table),
  PUtxoOf: pChainReaders.PUtxoOf(table),
  PStakeOf: pChainReaders.PStakeOf(),
  PReward: pChainReaders.PReward(),
  PValidator: pChainReaders.PValidator(table),
  /** Consistent, as rows of the last block were written just now. `lists`: read concurrently. */
  async *pages<T>({ pk, low, high, rows }: List<T>, lists: number) {
    if (low > high) return;
    const limit = Math.max(1, Math.min(MAX_PAGE, Math.floor(MAX_ITEMS / 2 / lists)));
    for await (const items of readPages(table, { pk, low, high, limit, consistent: true }))
      yield items.flatMap((item) => rows(item));
  },
});
export type PTable = ReturnType<typeof createPTable>;

export interface PRange {
  readonly network: string;
  /** 20 bytes each, in hex with 0x. */
  readonly addresses: readonly string[];
  readonly from: number;
  readonly to: number;
  /** The end of the last day (exclusive), Unix seconds. `to` is inclusive. */
  readonly end: number;
}
