import type { List } from '../../../core/table/list';
import { readPages } from '../../../core/table/pages';
import type { Table } from '../../../core/table/table';
import type { PlacedTxRow } from '../../../pchain/domain/rows';
import { pChainReaders } from '../../../pchain/rows/readers';

/** Items of all lists together that are in memory, where these are not more: the page that is used, and the next. */
const MAX_ITEMS = 4_000;
/** Items of one Query. */
const MAX_PAGE = 200;

/** Transactions by their ids. What is exported is indexed from block 0, so that each has its block. */
const placedTxs = ({ byIds }: Pick<ReturnType<(typeof pChainReaders)['PTx']>, 'byIds'>) => ({
  async byIds(...of: Parameters<typeof byIds>): Promise<PlacedTxRow[]> {
    return (await byIds(...of)).map((row) => {
      const { place, time, blockHash } = row;
      if (!place || time === undefined || !blockHash) throw new Error(`transaction ${row.id} has no block`);
      return { ...row, place, time, blockHash };
    });
  },
});

/** What exports of primary networks read. */
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
  /**
   * The rows of a list, some at a time. Consistent: those of the last block were written just now. `lists`: how many are
   * read at the same time.
   */
  async *pages<T>({ pk, low, high, rows }: List<T>, lists: number) {
    if (low > high) return;
    const limit = Math.max(1, Math.min(MAX_PAGE, Math.floor(MAX_ITEMS / 2 / lists)));
    for await (const items of readPages(table, { pk, low, high, limit, consistent: true }))
      yield items.flatMap((item) => rows(item));
  },
});
/** See `createPTable`. */
export type PTable = ReturnType<typeof createPTable>;

/** What is read of an export: all of some addresses from a block on. */
export interface PRange {
  readonly network: string;
  /** 20 bytes each, 0x and digits. */
  readonly addresses: readonly string[];
  readonly from: number;
  /** The last block. */
  readonly to: number;
  /** When the day after the last one begins, Unix seconds. */
  readonly end: number;
}
