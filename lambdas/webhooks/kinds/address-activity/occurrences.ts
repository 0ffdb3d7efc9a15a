import { getStatus } from '../../../evm/domain/derive';
import type { InternalTransaction } from '../../../evm/domain/internal-transactions';
import type { RawBlock } from '../../../evm/domain/rpc';
import type { TransferRow } from '../../../evm/domain/transfers';
import type { ActivityKind, Direction } from '../../contract/schemas/activity-filters';

/** One way in which a transaction names an address. */
export interface Occurrence {
  /** Position of the transaction in its block. */
  readonly tx: number;
  readonly kind: ActivityKind;
  /** Absent where the address is no party: the contract that emitted a log, and the token of a transfer. */
  readonly direction?: Direction;
  /** What was moved: wei, or the token's smallest unit. Absent from logs and NFTs. */
  readonly value?: bigint;
}

/**
 * Every address that a block's transactions name, lower case, with where they name it: the sender and the recipient of
 * a transaction and the contract that it created, the contracts that emitted logs, the parties and the tokens of
 * transfers, and the parties of internal transactions where they are known. Transactions of unknown status are skipped.
 */
export function occurrencesIn(
  { block, receipts }: Pick<RawBlock, 'block' | 'receipts'>,
  transfers: readonly TransferRow[],
  internals: readonly InternalTransaction[] = [],
): ReadonlyMap<string, readonly Occurrence[]> {
  const found = new Map<string, Occurrence[]>();
  const statuses = receipts.map(getStatus);
  const add = (address: string | null | undefined, occurrence: Occurrence) => {
    // A receiver would take the message as a success.
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
    // A failed transaction moved nothing, whatever its value.
    const value = statuses[tx] === 'failed' ? 0n : BigInt(transaction.value);
    addParties(transaction, { tx, kind: 'native', value });
    add(receipt?.contractAddress, { tx, kind: 'native', direction: 'to', value });
    for (const { address } of receipt?.logs ?? []) add(address, { tx, kind: 'logs' });
  }
  for (const { kind, tx, token, from, to, value } of transfers) {
    // An ERC-1155 transfer has a count of tokens, which is no amount of a currency.
    const shared = { tx, kind, ...(kind === 'erc20' && value !== undefined ? { value } : {}) };
    addParties({ from, to }, shared);
    add(token, shared);
  }
  for (const { tx, value, ...parties } of internals) addParties(parties, { tx, kind: 'internal', value });
  return found;
}
