import type { BlockRef, RawBlock, RpcReceipt, RpcTransaction } from './rpc';

/** A block's own row. Quantities in gas and wei. */
export interface BlockRow extends BlockRef {
  readonly parentHash: string;
  /** Unix seconds. */
  readonly time: number;
  readonly timeMs?: number;
  readonly minDelayExcess?: number;
  readonly txCount: number;
  readonly baseFee: bigint;
  readonly gasUsed: bigint;
  readonly gasLimit: bigint;
  readonly gasCost: bigint;
  readonly feesSpent: bigint;
  /** Transactions since the first indexed block of this branch, this block's in. */
  readonly cumulative: number;
}

/** A native transaction. Addresses and hashes in lower case; amounts in wei. */
export interface TransactionRow {
  readonly index: number;
  readonly hash: string;
  readonly succeeded: boolean;
  readonly type: number;
  readonly gasLimit: bigint;
  readonly gasUsed: bigint;
  readonly gasPrice: bigint;
  readonly nonce: bigint;
  readonly from: string;
  /** Absent where the transaction creates a contract. */
  readonly to?: string;
  readonly value: bigint;
  readonly input: string;
  readonly maxFee?: bigint;
  readonly maxPriorityFee?: bigint;
}

/** What a block did to one address. */
export interface AddressRow {
  readonly address: string;
  /** Ascending by index, each once. */
  readonly transactions: readonly TransactionRow[];
  /** Native balance after the block, where it was read. */
  readonly balance?: bigint;
}

/** Everything that one block writes. */
export interface DerivedBlock {
  readonly block: BlockRow;
  readonly transactions: readonly TransactionRow[];
  readonly addresses: readonly AddressRow[];
}

/**
 * The rows of a block: pure, and the same to the byte each time. `cumulativeBefore` is the parent's `cumulative`.
 * Block and receipts must have passed `mismatch`.
 */
export function derive(raw: RawBlock, cumulativeBefore: number): DerivedBlock {
  const { block, receipts } = raw;
  const transactions = block.transactions.map((transaction, index) => rowOf(transaction, receipts[index], index));
  const feesSpent = transactions.reduce((sum, t) => sum + t.gasUsed * t.gasPrice, 0n);
  return {
    block: {
      number: Number(block.number),
      hash: block.hash,
      parentHash: block.parentHash,
      time: Number(block.timestamp),
      ...(block.timestampMilliseconds ? { timeMs: Number(block.timestampMilliseconds) } : {}),
      ...(block.minDelayExcess ? { minDelayExcess: Number(block.minDelayExcess) } : {}),
      txCount: transactions.length,
      baseFee: BigInt(block.baseFeePerGas ?? 0),
      gasUsed: BigInt(block.gasUsed),
      gasLimit: BigInt(block.gasLimit),
      gasCost: BigInt(block.blockGasCost ?? 0),
      feesSpent,
      cumulative: cumulativeBefore + transactions.length,
    },
    transactions,
    addresses: addressesOf(raw, transactions),
  };
}

/** The addresses whose lists a block changes, each once, in the order of their first transaction. */
export function touchedAddresses({ block, receipts }: Pick<RawBlock, 'block' | 'receipts'>): string[] {
  const touched = new Set<string>();
  for (const [i, transaction] of block.transactions.entries())
    for (const address of partiesOf(transaction, receipts[i])) touched.add(address);
  return [...touched];
}

function rowOf(transaction: RpcTransaction, receipt: RpcReceipt | undefined, index: number): TransactionRow {
  if (!receipt) throw new Error(`no receipt for transaction ${transaction.hash}`);
  return {
    index,
    hash: transaction.hash,
    succeeded: hasSucceeded(receipt),
    type: Number(transaction.type ?? 0),
    gasLimit: BigInt(transaction.gas),
    gasUsed: BigInt(receipt.gasUsed),
    gasPrice: BigInt(receipt.effectiveGasPrice ?? transaction.gasPrice ?? 0),
    nonce: BigInt(transaction.nonce),
    from: transaction.from.toLowerCase(),
    ...(transaction.to ? { to: transaction.to.toLowerCase() } : {}),
    value: BigInt(transaction.value),
    input: transaction.input,
    ...(transaction.maxFeePerGas ? { maxFee: BigInt(transaction.maxFeePerGas) } : {}),
    ...(transaction.maxPriorityFeePerGas ? { maxPriorityFee: BigInt(transaction.maxPriorityFeePerGas) } : {}),
  };
}

/** Before Byzantium receipts have a state root in place of a status: nothing says that such a transaction failed. */
const hasSucceeded = ({ status }: RpcReceipt): boolean => status === undefined || BigInt(status) === 1n;

/** Sender, receiver, and the contract that a creation made: its list begins with its creation. */
function partiesOf(transaction: RpcTransaction, receipt: RpcReceipt | undefined): Set<string> {
  // geth names an address for a creation that failed, too.
  const created = !transaction.to && receipt && hasSucceeded(receipt) ? receipt.contractAddress : undefined;
  return new Set(
    [transaction.from, transaction.to, created].flatMap((address) => (address ? [address.toLowerCase()] : [])),
  );
}

function addressesOf(raw: RawBlock, rows: readonly TransactionRow[]): AddressRow[] {
  const lists = new Map<string, TransactionRow[]>();
  for (const [i, row] of rows.entries()) {
    const transaction = raw.block.transactions[i];
    if (!transaction) continue;
    for (const address of partiesOf(transaction, raw.receipts[i])) {
      const list = lists.get(address);
      if (list) list.push(row);
      else lists.set(address, [row]);
    }
  }
  return [...lists].map(([address, transactions]) => {
    const balance = raw.balances[address];
    return { address, transactions, ...(balance === undefined ? {} : { balance: BigInt(balance) }) };
  });
}
