import type { Frame } from '../evm/frames';
import type { RawBlock, RpcReceipt } from '../evm/rpc';
import type { TransferRow } from '../evm/transfers';

/** By address, lower case: the places of the transactions that name it. */
export type Named = ReadonlyMap<string, ReadonlySet<number>>;

/**
 * Every address that a transaction names: its sender and receiver, the contract that it made, the contracts that logged,
 * the parties of its token transfers, and those of its internal transactions where they are known.
 */
export function namedAddresses(
  { block, receipts }: Pick<RawBlock, 'block' | 'receipts'>,
  transfers: readonly TransferRow[],
  frames: readonly Frame[] = [],
): Named {
  const named = new Map<string, Set<number>>();
  const add = (address: string | null | undefined, tx: number) => {
    if (!address) return;
    const lower = address.toLowerCase();
    const places = named.get(lower);
    if (places) places.add(tx);
    else named.set(lower, new Set([tx]));
  };
  for (const [tx, { from, to }] of block.transactions.entries()) {
    add(from, tx);
    add(to, tx);
    add(receipts[tx]?.contractAddress, tx);
    for (const { address } of receipts[tx]?.logs ?? []) add(address, tx);
  }
  for (const { from, to, tx } of [...transfers, ...frames]) {
    add(from, tx);
    add(to, tx);
  }
  return named;
}

/** Whether a transaction has a log of one of these events. Without any, every transaction will do. */
export const hasEvent = (receipt: RpcReceipt | undefined, signatures: readonly string[] = []): boolean =>
  signatures.length === 0 ||
  (receipt?.logs.some(({ topics }) => signatures.includes(topics[0]?.toLowerCase() ?? '')) ?? false);
