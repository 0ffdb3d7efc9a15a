import type { SimpleColumn } from '../../contract/primary-network-exports';
import type { NetworkFacts } from '../../domain/pchain/networks';
import type { SourceRow } from '../row-source';
import type { LedgerRow } from './ledger';
import { assetCells, inAvax, placeCells, txCells } from './ledger-cells';

/** What a transaction changed of an asset for all exported addresses together; rewards are apart. */
export interface SimpleRow extends SourceRow {
  /** One of the rows of the ledger that it sums up. */
  readonly of: LedgerRow;
  readonly assetId: string;
  readonly isReward: boolean;
  /** What came less what went, in the smallest unit of the asset. */
  readonly change: bigint;
  /** What the addresses burned as the fee, nAVAX. */
  readonly fee: bigint;
}

/** The rows of a ledger, summed up by transaction and asset. All rows of a transaction follow each other. */
export async function* simpleRows(
  ledger: AsyncIterable<LedgerRow>,
  facts: Pick<NetworkFacts, 'avaxAssetId'>,
): AsyncGenerator<SimpleRow> {
  let rows: LedgerRow[] = [];
  for await (const row of ledger) {
    if (row.place !== rows[0]?.place) {
      yield* summedUp(rows, facts);
      rows = [];
    }
    rows.push(row);
  }
  yield* summedUp(rows, facts);
}

function summedUp(rows: readonly LedgerRow[], { avaxAssetId }: Pick<NetworkFacts, 'avaxAssetId'>): SimpleRow[] {
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
  return [...sums.values()].toSorted((a, b) => (a.sort < b.sort ? -1 : 1));
}

/** The cells of what a transaction changed; those that it has nothing for are absent. */
export function simpleCells(row: SimpleRow, facts: NetworkFacts): Partial<Record<SimpleColumn, string>> {
  const { of, assetId, isReward, change, fee } = row;
  // The fee went as well: what was sent or received is the rest.
  const moved = change + fee;
  const [sent, received] = [moved < 0n ? -moved : 0n, moved > 0n ? moved : 0n];
  const isAvax = assetId === facts.avaxAssetId;
  const { nodeId = '', otherChain = '', memo = '' } = of.tx ? txCells(of.tx) : {};
  const raw = (amount: bigint): string => (amount > 0n ? String(amount) : '');
  const whole = (amount: bigint): string => (amount > 0n && isAvax ? inAvax(amount) : '');
  return {
    ...placeCells(of),
    label: isReward ? 'reward' : moved === 0n && fee > 0n ? 'cost' : '',
    ...{ sent: whole(sent), received: whole(received), fee: whole(fee) },
    ...assetCells(assetId, facts),
    ...{ rawSent: raw(sent), rawReceived: raw(received), rawFee: raw(fee) },
    ...{ nodeId, otherChain, memo },
  };
}
