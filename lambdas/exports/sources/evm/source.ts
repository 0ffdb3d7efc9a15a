import { findChain } from '../../../core/config/runtime';
import type { Chain } from '../../../core/contract/config';
import type { Table } from '../../../core/table/table';
import { evmReaders } from '../../../evm/rows/readers';
import { EVM_COLUMNS, type EvmColumn } from '../../contract/exports';
import type { EvmExport } from '../../domain/operation';
import { InvalidExport } from '../invalid-export';
import type { RowSource } from '../row-source';
import { getBeginning } from './begin';
import { toCells } from './cells';
import { type EvmRow, evmRows, type ListReaders } from './rows';

const COLUMNS = Object.keys(EVM_COLUMNS) as EvmColumn[];

export function createEvmSource(table: Table, chains: readonly Chain[], now: () => number) {
  const blocks = evmReaders.Block(table);
  const tokens = evmReaders.Token(table, now);
  const lists: ListReaders = {
    AddressChain: evmReaders.AddressChain(table),
    AddressTx: evmReaders.AddressTx(table),
    AddressErc20: evmReaders.AddressErc20(),
    AddressErc721: evmReaders.AddressErc721(),
    AddressErc1155: evmReaders.AddressErc1155(),
    AddressInternal: evmReaders.AddressInternal(),
  };
  const getChain = (chainId: string): Chain => {
    const chain = findChain(chains, chainId);
    // Removed from the configuration since the request.
    if (!chain) throw new InvalidExport(`Chain ${chainId} is no longer available.`);
    return chain;
  };
  return (request: EvmExport): RowSource<EvmRow> => ({
    columns: COLUMNS,
    begin: () => getBeginning(table, blocks, request.chains, request.firstDay),
    rows: (progress) => {
      for (const { chainId } of request.chains) getChain(chainId);
      return evmRows(table, lists, request, progress);
    },
    async cells(rows) {
      const made = new Map<EvmRow, readonly string[]>();
      for (const [chainId, own] of Map.groupBy(rows, (row) => row.chainId)) {
        const shown = own.flatMap((row) => (row.kind === 'transfer' ? [row.of.transfer.token] : []));
        const records = await tokens.find(chainId, [...new Set(shown)]);
        for (const row of own) {
          const cells = toCells(row, getChain(chainId), records);
          made.set(
            row,
            COLUMNS.map((column) => cells[column] ?? ''),
          );
        }
      }
      return rows.map((row) => made.get(row) ?? []);
    },
  });
}
