import type { InternalTransaction } from '../../../domain/evm/internal-transactions';
import type { RawBlock, RpcReceipt } from '../../../domain/evm/rpc';
import type { TransferRow } from '../../../domain/evm/transfers';

/** By address, lower case: the positions of the transactions that name it. */
type NamedAddresses = ReadonlyMap<string, ReadonlySet<number>>;

/**
 * Every address that a transaction names: its sender and receiver, the contract that it created, the contracts that
 * logged, the parties of its token transfers, and those of its internal transactions where they are known.
 */
export function namedAddresses(
  { block, receipts }: Pick<RawBlock, 'block' | 'receipts'>,
  transfers: readonly TransferRow[],
  internals: readonly InternalTransaction[] = [],
): NamedAddresses {
  const named = new Map<string, Set<number>>();
  const add = (address: string | null | undefined, tx: number) => {
    if (!address) return;
    const lower = address.toLowerCase();
    const positions = named.get(lower);
    if (positions) positions.add(tx);
    else named.set(lower, new Set([tx]));
  };
  for (const [tx, { from, to }] of block.transactions.entries()) {
    add(from, tx);
    add(to, tx);
    add(receipts[tx]?.contractAddress, tx);
    for (const { address } of receipts[tx]?.logs ?? []) add(address, tx);
  }
  for (const { from, to, tx } of [...transfers, ...internals]) {
    add(from, tx);
    add(to, tx);
  }
  return named;
}

/** Whether a transaction logged one of these events. Without any, every transaction qualifies. */
export const hasEvent = (receipt: RpcReceipt | undefined, signatures: readonly string[] = []): boolean =>
  signatures.length === 0 ||
  (receipt?.logs.some(({ topics }) => signatures.includes(topics[0]?.toLowerCase() ?? '')) ?? false);
