import { toCb58 } from '../../../core/domain/cb58';
import type { NetworkFacts } from '../../../pchain/domain/networks';
import type { SimpleColumn } from '../../contract/primary-network-exports';
import { isoTime } from '../../domain/dates';
import type { SourceRow } from '../row-source';
import type { LedgerRow } from './ledger';
import { assetCells, inAvax, txCells } from './ledger-cells';

/** Net change of an asset over all exported addresses. Rewards have rows of their own. */
export interface SimpleRow extends SourceRow {
  readonly of: LedgerRow;
  readonly assetId: string;
  readonly isReward: boolean;
  /** In the asset's smallest unit; `fee` in nAVAX. */
  readonly change: bigint;
  readonly fee: bigint;
}

/** The rows of a transaction must be consecutive. */
export async function* simpleRows(
  ledger: AsyncIterable<LedgerRow>,
  facts: Pick<NetworkFacts, 'avaxAssetId'>,
): AsyncGenerator<SimpleRow> {
  let rows: LedgerRow[] = [];
  for await (const row of ledger) {
    if (row.place !== rows[0]?.place) {
      yield* sumRows(rows, facts);
      rows = [];
    }
    rows.push(row);
  }
  yield* sumRows(rows, facts);
}

function sumRows(rows: readonly LedgerRow[], { avaxAssetId }: Pick<NetworkFacts, 'avaxAssetId'>): SimpleRow[] {
  const sums = new Map<string, SimpleRow>();
  for (const row of rows) {
    const { output, direction, place, chainId, block, day } = row;
    const { assetId } = output;
    const isReward = direction === 'in' && row.origin.endsWith('reward');
    const sort = `${place}!${assetId}!${isReward ? 1 : 0}`;
    const { change } = sums.get(sort) ?? { change: 0n };
    const fee = assetId === avaxAssetId && !isReward ? (row.tx?.fee ?? 0n) : 0n;
    const sum = { change: change + (direction === 'in' ? output.amount : -output.amount), fee };
    sums.set(sort, { sort, day, chainId, block, of: row, assetId, isReward, ...sum });
  }
  // To a tax tool, a row without an amount is not a transaction.
  const changed = [...sums.values()].filter(({ change, fee }) => change !== 0n || fee !== 0n);
  return changed.toSorted((a, b) => (a.sort < b.sort ? -1 : 1));
}

export function simpleCells(row: SimpleRow, facts: NetworkFacts): Partial<Record<SimpleColumn, string>> {
  const { of, assetId, isReward, change, fee } = row;
  // `change` includes the fee, which has its own column.
  const moved = change + fee;
  // Koinly has no fee-only transactions: such a fee is a sent amount labeled as cost.
  const isCost = moved === 0n && !isReward;
  const { symbol = toCb58(assetId) } = assetCells(assetId, facts);
  const amount = (value: bigint): string => (assetId === facts.avaxAssetId ? inAvax(value) : String(value));
  const sent = isCost ? fee : -moved;
  return {
    Date: isoTime(of.time).replace('T', ' ').replace('Z', ''),
    ...(sent > 0n ? { 'Sent Amount': amount(sent), 'Sent Currency': symbol } : {}),
    ...(moved > 0n ? { 'Received Amount': amount(moved), 'Received Currency': symbol } : {}),
    ...(fee > 0n && !isCost ? { 'Fee Amount': amount(fee), 'Fee Currency': symbol } : {}),
    ...(isReward ? { Label: 'reward' } : isCost ? { Label: 'cost' } : {}),
    Description: getDescription(of),
    ...(of.tx ? { TxHash: toCb58(of.tx.row.id) } : {}),
  };
}

function getDescription({ tx }: LedgerRow): string {
  if (!tx) return 'genesis';
  const { nodeId, otherChain, memo } = txCells(tx);
  return [tx.row.type, nodeId, otherChain, memo].filter((text) => text !== '').join(' ');
}
