import type { RawBlock, RpcReceipt, RpcTransaction } from '../../../evm/domain/rpc';
import type { ActivityFilters } from '../../contract/schemas/activity-filters';
import type { Subscriber } from '../subscribers';
import type { Occurrence } from './occurrences';

export function selectedTxs(
  { block, receipts }: Pick<RawBlock, 'block' | 'receipts'>,
  occurrences: ReadonlyMap<string, readonly Occurrence[]>,
  { webhook: { filters, eventSignatures }, names, txs }: Subscriber,
): number[] {
  const passing = filters ? passingTxs(filters, names, occurrences) : txs;
  return [...passing].filter(
    (tx) => hasEvent(receipts[tx], eventSignatures) && (!filters?.emptyInput || hasEmptyInput(block.transactions[tx])),
  );
}

function passingTxs(
  filters: ActivityFilters,
  names: readonly string[],
  occurrences: ReadonlyMap<string, readonly Occurrence[]>,
): Set<number> {
  const isPassing = occurrenceTest(filters);
  return new Set(names.flatMap((name) => (occurrences.get(name) ?? []).filter(isPassing).map(({ tx }) => tx)));
}

/** An occurrence without a direction or value fails any filter on it. */
function occurrenceTest({ directions, kinds, minValue }: ActivityFilters): (occurrence: Occurrence) => boolean {
  const min = minValue === undefined ? undefined : BigInt(minValue);
  return ({ kind, direction, value }) =>
    (!kinds || kinds.includes(kind)) &&
    (!directions || (direction !== undefined && directions.includes(direction))) &&
    (min === undefined || (value !== undefined && value >= min));
}

const hasEmptyInput = (transaction: RpcTransaction | undefined): boolean =>
  transaction?.input === '0x' || transaction?.input === '';

const hasEvent = (receipt: RpcReceipt | undefined, signatures: readonly string[] = []): boolean =>
  signatures.length === 0 ||
  (receipt?.logs.some(({ topics }) => signatures.includes(topics[0]?.toLowerCase() ?? '')) ?? false);
