import type { PChain } from '../../../core/contract/pchain-config';
import type { Table } from '../../../core/table/table';
import type { NetworkFacts } from '../../../pchain/domain/networks';
import { LEDGER_COLUMNS, SIMPLE_COLUMNS, STAKING_COLUMNS } from '../../contract/primary-network-exports';
import type { OperationType } from '../../contract/schemas';
import { startOfDay } from '../../domain/dates';
import type { PrimaryNetworkExport, Progress } from '../../domain/operation';
import { InvalidExport } from '../invalid-export';
import type { RowSource, SourceRow } from '../row-source';
import { ledgerRows } from './ledger';
import { ledgerCells } from './ledger-cells';
import { simpleCells, simpleRows } from './simple';
import { stakingRows } from './staking';
import { stakingCells } from './staking-cells';
import { createPTable, type PRange, type PTable } from './table';

interface Kind<R extends SourceRow> {
  readonly columns: readonly string[];
  /** In order. Rows up to `after` may be omitted. */
  rows(table: PTable, range: PRange, facts: NetworkFacts, after: string | undefined): AsyncIterable<R>;
  cells(row: R, facts: NetworkFacts): Readonly<Record<string, string>>;
}

const ledger = { columns: Object.keys(LEDGER_COLUMNS), rows: ledgerRows, cells: ledgerCells };
const simple = {
  columns: Object.keys(SIMPLE_COLUMNS),
  rows: (...of: Parameters<typeof ledgerRows>) => simpleRows(ledgerRows(...of), of[2]),
  cells: simpleCells,
};
const staking = { columns: Object.keys(STAKING_COLUMNS), rows: stakingRows, cells: stakingCells };

export function createPrimarySource(table: Table, pChains: readonly PChain[]) {
  const rows = createPTable(table);
  return (type: OperationType, request: PrimaryNetworkExport): RowSource => {
    const isIndexed = pChains.some(({ network, index }) => network === request.network && index);
    // Removed from the configuration since the request.
    if (!isIndexed) throw new InvalidExport(`The P-Chain of ${request.network} is no longer available.`);
    if (type === 'TRANSACTION_EXPORT_PRIMARY_NETWORK_SIMPLE') return getSource(simple, rows, request);
    if (type === 'TRANSACTION_EXPORT_PRIMARY_NETWORK_STAKING') return getSource(staking, rows, request);
    return getSource(ledger, rows, request);
  };
}

function getSource<R extends SourceRow>(kind: Kind<R>, table: PTable, request: PrimaryNetworkExport): RowSource<R> {
  const { network, addresses, firstDay, lastDay, to } = request;
  const getFacts = async (): Promise<NetworkFacts> => {
    const facts = await table.PNetwork.facts(network);
    if (!facts) throw new Error(`the facts of network ${network} are not stored`);
    return facts;
  };
  async function* rowsAfter({ from, after }: Progress): AsyncGenerator<R> {
    const range = { network, addresses, from: from[network] ?? 0, to, end: startOfDay(lastDay + 1) };
    for await (const row of kind.rows(table, range, await getFacts(), after))
      if (after === undefined || row.sort > after) yield row;
  }
  return {
    columns: kind.columns,
    async begin() {
      const first = await table.PBlock.firstSince(network, startOfDay(firstDay));
      return { from: { [network]: Math.min(first ?? to + 1, to + 1) } };
    },
    rows: rowsAfter,
    async cells(rows) {
      const facts = await getFacts();
      return rows.map((row) => {
        const cells = kind.cells(row, facts);
        return kind.columns.map((column) => cells[column] ?? '');
      });
    },
  };
}
