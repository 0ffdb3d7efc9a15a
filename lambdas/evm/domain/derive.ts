import type { BlockRef } from '../../chain/domain/block';
import type { Readings } from '../tokens/domain/holdings';
import type { InternalTransaction } from './internal-transactions';
import type { RawBlock, RpcReceipt, RpcTransaction } from './rpc';
import { getTokenEvents, type TokenEvents, type TransferRow } from './transfers';

/** Quantities in gas or wei. */
export interface BlockRow extends BlockRef {
  readonly parentHash: string;
  readonly time: number; // Unix seconds
  readonly timeMs?: number;
  readonly minDelayExcess?: number;
  readonly txCount: number;
  readonly baseFee: bigint;
  readonly gasUsed: bigint;
  readonly gasLimit: bigint;
  readonly gasCost: bigint;
  readonly feesSpent: bigint;
  /** Running total on this branch since the first indexed block, this block included. */
  readonly cumulative: number;
}

/** `unknown`: no status, state root or logs, for example because the node lost the receipt. */
export type TransactionStatus = 'success' | 'failed' | 'unknown';

/** Addresses and hashes in lower case; amounts in wei. */
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
  readonly to?: string; // absent for a creation
  readonly value: bigint;
  readonly input: string;
  readonly maxFee?: bigint;
  readonly maxPriorityFee?: bigint;
  /** Of the block up to this transaction; unknown for rows written by release 0.1.0. */
  readonly cumulativeGas?: bigint;
}

export interface AddressRow {
  readonly address: string;
  /** Ascending by index; empty if the address appears only in token transfers. */
  readonly transactions: readonly TransactionRow[];
  readonly transfers: readonly TransferRow[];
  /** Only set when traces are written; the other lists are empty then. */
  readonly internals?: readonly InternalTransaction[];
  readonly balance?: bigint; // in wei
}

interface DeploymentRow {
  readonly contract: string;
  readonly deployer: string;
  readonly transaction: TransactionRow;
}

export interface DerivedBlock extends TokenEvents {
  readonly block: BlockRow;
  readonly transactions: readonly TransactionRow[];
  readonly addresses: readonly AddressRow[];
  readonly deployments: readonly DeploymentRow[];
  readonly missingReceipts: readonly number[];
  readonly raw: RawBlock;
  readonly readings?: Readings;
}

/** Pure and deterministic; never throws for input from `normalizeBlock` and `matchReceipts`. */
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

/** Unique, in order of appearance: their native balances may have changed. */
export function touchedAddresses({ block, receipts }: Pick<RawBlock, 'block' | 'receipts'>): string[] {
  const touched = new Set<string>();
  for (const [i, transaction] of block.transactions.entries())
    for (const address of getParties(transaction, receipts[i])) touched.add(address);
  return [...touched];
}

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
    ...(receipt.cumulativeGasUsed && !receipt.missing ? { cumulativeGas: BigInt(receipt.cumulativeGasUsed) } : {}),
  };
}

/** Logs prove success. Receipts before Byzantium have a state root and count as successful. */
export function getStatus({ status, root, logs }: RpcReceipt): TransactionStatus {
  if (status) return BigInt(status) === 1n ? 'success' : 'failed';
  return logs.length > 0 || root ? 'success' : 'unknown';
}

/** geth reports a contract address for failed creations too. */
function createdBy(transaction: RpcTransaction | undefined, receipt: RpcReceipt | undefined): string | undefined {
  const made = transaction && !transaction.to && receipt && getStatus(receipt) === 'success';
  return made ? receipt.contractAddress?.toLowerCase() : undefined;
}

/** Includes the created contract: its list starts with its own creation. */
function getParties(transaction: RpcTransaction, receipt: RpcReceipt | undefined): Set<string> {
  return new Set(
    [transaction.from, transaction.to, createdBy(transaction, receipt)].flatMap((address) =>
      address ? [address.toLowerCase()] : [],
    ),
  );
}

/** `rows`: of all transactions of the block. */
export function getAddresses(
  raw: RawBlock,
  rows: readonly TransactionRow[],
  transfers: readonly TransferRow[],
): AddressRow[] {
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
