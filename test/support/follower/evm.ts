import type { Cursor } from '../../../lambdas/chain/domain/cursor';
import type { AtHead } from '../../../lambdas/chain/kind';
import type { Chain } from '../../../lambdas/core/contract/config';
import type { Table } from '../../../lambdas/core/table/table';
import { createEvmIndexer, type EvmIndexerDeps } from '../../../lambdas/evm/indexer/indexer';
import { aChain, aCursor } from '../make/blocks';

type Given = Partial<Omit<EvmIndexerDeps, 'node'>> & {
  readonly chain?: Chain;
  readonly node?: Partial<EvmIndexerDeps['node']>;
};
const silent: EvmIndexerDeps['node'] = {
  holdings: async () => undefined,
  holdingsAt: async () => undefined,
  balances: async () => ({}),
};
const deaf = { send: async () => undefined };

/** Announcements are discarded and the node answers nothing by default. */
export const evmIndexer = (table: Table, { node, ...given }: Given = {}) =>
  createEvmIndexer({
    table,
    chain: aChain(),
    node: { ...silent, ...node },
    storedTraces: { find: async () => undefined },
    tokenQueue: deaf,
    nftQueue: deaf,
    ...given,
  });

export const headOver = (table: Table, cursor: Partial<Cursor> = {}): AtHead => ({
  mode: 'head',
  cursor: aCursor({ cumulative: 0, ...cursor }),
  signal: () => new AbortController().signal,
  write: (writes) => table.write(writes),
});
