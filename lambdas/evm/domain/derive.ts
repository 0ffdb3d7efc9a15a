import type { BlockRef } from '../../chain/domain/block';
import type { Readings } from '../tokens/domain/holdings';
import type { InternalTransaction } from './internal-transactions';
import type { RawBlock, RpcReceipt, RpcTransaction } from './rpc';
import { getTokenEvents, type TokenEvents, type TransferRow } from './transfers';

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
  /** Transactions since the first indexed block of this branch, including this block's. */
  readonly cumulative: number;
}

/** `unknown`: the node has lost the receipt, or its receipt does not say. */
export type TransactionStatus = 'success' | 'failed' | 'unknown';

/** A native transaction. Addresses and hashes in lower case; amounts in wei. */
export interface TransactionRow {
  readonly index: number;
  readonly hash: string;
  readonly status: TransactionStatus;
  readonly type: number;
  readonly gasLimit: bigint;
  readonly gasUsed: bigint;
  readonly gasPrice: bigint;
  readonly nonce: bigint;
  readonly from: string;
  /** Absent if the transaction creates a contract. */
  readonly to?: string;
  readonly value: bigint;
  readonly input: string;
  readonly maxFee?: bigint;
  readonly maxPriorityFee?: bigint;
}

/** What a block did to one address. */
export interface AddressRow {
  readonly address: string;
  /** Ascending by index, each once; empty if only tokens moved. */
  readonly transactions: readonly TransactionRow[];
  /** Ascending by row, of every kind, each once. */
  readonly transfers: readonly TransferRow[];
  /** Set only when traces are written, where the other lists are empty. */
  readonly internals?: readonly InternalTransaction[];
  /** Native balance after the block, if it was read. */
  readonly balance?: bigint;
}

/** A contract that a transaction created. */
interface DeploymentRow {
  readonly contract: string;
  /** Who sent the transaction. */
  readonly deployer: string;
  readonly transaction: TransactionRow;
}

/** Everything that is written for one block. */
export interface DerivedBlock extends TokenEvents {
  readonly block: BlockRow;
  readonly transactions: readonly TransactionRow[];
  readonly addresses: readonly AddressRow[];
  readonly deployments: readonly DeploymentRow[];
  /** The positions of transactions whose receipts the node has lost. */
  readonly missingReceipts: readonly number[];
  /** What the rows are derived from. */
  readonly raw: RawBlock;
  /** Token balances, where they were read with this block. */
  readonly readings?: Readings;
}

/**
 * The rows of a block: a pure function, with the same bytes each time. `cumulativeBefore` is the parent's `cumulative`.
 * Block and receipts must come from `normalizeBlock` and `matchReceipts`: then it never throws.
 */
export function derive(raw: RawBlock, cumulativeBefore: number): DerivedBlock {
  const { block, receipts } = raw;
  const transactions = block.transactions.map((transaction, index) => toRow(transaction, receipts[index], index));
  const { transfers, wraps } = getTokenEvents(receipts, raw.standards);
  const feesSpent = transactions.reduce((sum, t) => sum + t.gasUsed * t.gasPrice, 0n);
  return {
    block: {
      number: Number(block.number),
      hash: block.hash,
      parentHash: block.parentHash,
      time: Number(block.timestamp),
      ...(block.timestampMilliseconds ? { timeMs: Number(block.timestampMilliseconds) } : {}),
      ...(block.minDelayExcess ? { minDelayExcess: Number(block.minDelayExcess) } : {}),
      txCount: transactionCount(raw),
      baseFee: BigInt(block.baseFeePerGas ?? 0),
      gasUsed: BigInt(block.gasUsed),
      gasLimit: BigInt(block.gasLimit),
      gasCost: BigInt(block.blockGasCost ?? 0),
      feesSpent,
      cumulative: cumulativeBefore + transactionCount(raw),
    },
    transactions,
    raw,
    missingReceipts: receipts.flatMap(({ missing }, i) => (missing ? [i] : [])),
    transfers,
    wraps,
    addresses: getAddresses(raw, transactions, transfers),
    ...(raw.holdings ? { readings: raw.holdings } : {}),
    deployments: transactions.flatMap((row) => {
      const contract = createdBy(block.transactions[row.index], receipts[row.index]);
      return contract ? [{ contract, deployer: row.from, transaction: row }] : [];
    }),
  };
}

/**
 * The addresses that a block's transactions name, each once, in order of appearance: those whose native balance the
 * block may change.
 */
export function touchedAddresses({ block, receipts }: Pick<RawBlock, 'block' | 'receipts'>): string[] {
  const touched = new Set<string>();
  for (const [i, transaction] of block.transactions.entries())
    for (const address of getParties(transaction, receipts[i])) touched.add(address);
  return [...touched];
}

/** Transactions of a block, also where the node does not give them in a form that can be indexed. */
export const transactionCount = ({ block, refused }: RawBlock): number => refused ?? block.transactions.length;

function toRow(transaction: RpcTransaction, receipt: RpcReceipt | undefined, index: number): TransactionRow {
  if (!receipt) throw new Error(`no receipt for transaction ${transaction.hash}`);
  return {
    index,
    hash: transaction.hash,
    status: getStatus(receipt),
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

/**
 * A transaction that logged something succeeded, whatever became of its status. Before Byzantium receipts have a state
 * root instead of a status: success is assumed, as nothing says otherwise.
 */
export function getStatus({ status, root, logs }: RpcReceipt): TransactionStatus {
  if (status) return BigInt(status) === 1n ? 'success' : 'failed';
  return logs.length > 0 || root ? 'success' : 'unknown';
}

/** The contract that a creation made. geth also reports an address for a creation that failed. */
function createdBy(transaction: RpcTransaction | undefined, receipt: RpcReceipt | undefined): string | undefined {
  const made = transaction && !transaction.to && receipt && getStatus(receipt) === 'success';
  return made ? receipt.contractAddress?.toLowerCase() : undefined;
}

/** Sender, receiver, and the created contract, so that a contract's list begins with its creation. */
function getParties(transaction: RpcTransaction, receipt: RpcReceipt | undefined): Set<string> {
  return new Set(
    [transaction.from, transaction.to, createdBy(transaction, receipt)].flatMap((address) =>
      address ? [address.toLowerCase()] : [],
    ),
  );
}

function getAddresses(raw: RawBlock, rows: readonly TransactionRow[], transfers: readonly TransferRow[]): AddressRow[] {
  const lists = new Map<string, { transactions: TransactionRow[]; transfers: TransferRow[] }>();
  const getLists = (address: string) => {
    const found = lists.get(address) ?? { transactions: [], transfers: [] };
    lists.set(address, found);
    return found;
  };
  for (const [i, row] of rows.entries()) {
    const transaction = raw.block.transactions[i];
    if (!transaction) continue;
    for (const address of getParties(transaction, raw.receipts[i])) getLists(address).transactions.push(row);
  }
  for (const transfer of transfers)
    for (const address of new Set([transfer.from, transfer.to])) getLists(address).transfers.push(transfer);
  return [...lists].map(([address, own]) => {
    const balance = raw.balances[address];
    return { address, ...own, ...(balance === undefined ? {} : { balance: BigInt(balance) }) };
  });
}
