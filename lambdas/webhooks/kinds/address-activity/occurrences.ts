import { getStatus } from '../../../evm/domain/derive';
import type { InternalTransaction } from '../../../evm/domain/internal-transactions';
import type { RawBlock } from '../../../evm/domain/rpc';
import type { TransferRow } from '../../../evm/domain/transfers';
import type { ActivityKind, Direction } from '../../contract/schemas/activity-filters';

export interface Occurrence {
  readonly tx: number;
  readonly kind: ActivityKind;
  /** Absent if the address is not a party: a contract that emitted a log, or the token of a transfer. */
  readonly direction?: Direction;
  /** Wei, or the token's smallest unit. Absent for logs and NFTs. */
  readonly value?: bigint;
}

/** Keyed by lower-case address. Transactions of unknown status are skipped. */
export function occurrencesIn(
  { block, receipts }: Pick<RawBlock, 'block' | 'receipts'>,
  transfers: readonly TransferRow[],
  internals: readonly InternalTransaction[] = [],
): ReadonlyMap<string, readonly Occurrence[]> {
  const found = new Map<string, Occurrence[]>();
  const statuses = receipts.map(getStatus);
  const add = (address: string | null | undefined, occurrence: Occurrence) => {
    // A receiver would read the message as a successful transaction.
    if (!address || statuses[occurrence.tx] === 'unknown') return;
    const lower = address.toLowerCase();
    const own = found.get(lower);
    if (own) own.push(occurrence);
    else found.set(lower, [occurrence]);
  };
  const addParties = ({ from, to }: { from: string; to?: string | null }, shared: Omit<Occurrence, 'direction'>) => {
    add(from, { ...shared, direction: 'from' });
    add(to, { ...shared, direction: 'to' });
  };
  for (const [tx, transaction] of block.transactions.entries()) {
    const receipt = receipts[tx];
    // A failed transaction transfers nothing, whatever its value.
    const value = statuses[tx] === 'failed' ? 0n : BigInt(transaction.value);
    addParties(transaction, { tx, kind: 'native', value });
    add(receipt?.contractAddress, { tx, kind: 'native', direction: 'to', value });
    for (const { address } of receipt?.logs ?? []) add(address, { tx, kind: 'logs' });
  }
  for (const { kind, tx, token, from, to, value } of transfers) {
    // The value of an ERC-1155 transfer is a token count, not an amount.
    const shared = { tx, kind, ...(kind === 'erc20' && value !== undefined ? { value } : {}) };
    addParties({ from, to }, shared);
    add(token, shared);
  }
  for (const { tx, value, ...parties } of internals) addParties(parties, { tx, kind: 'internal', value });
  return found;
}
