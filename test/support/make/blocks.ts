import type { Cursor } from '../../../lambdas/chain/domain/cursor';
import type { Chain } from '../../../lambdas/core/contract/config';
import { UNIVERSAL_MESSENGER } from '../../../lambdas/core/contract/teleporter';
import type { RawBlock, RpcLog, RpcReceipt, RpcTransaction } from '../../../lambdas/evm/domain/rpc';

export const aChain = (fields: Partial<Chain> = {}): Chain => ({
  chainId: '31337',
  chainName: 'Test',
  description: '',
  network: 'mainnet',
  index: true,
  finalityDepth: 64,
  follower: 'continuous',
  callsPerSecond: 5_000,
  maxBatchCalls: 100,
  traces: true,
  historyTraces: false,
  historyTraceCallsPerSecond: 20,
  backfillWriteUnitsPerSecond: 2_000,
  backfillWorkers: 1,
  pollIntervalMs: 100,
  tokenRefreshSeconds: 3_600,
  private: false,
  teleporterMessengers: [UNIVERSAL_MESSENGER],
  networkToken: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  ...fields,
});

export const aCursor = (fields: Partial<Cursor> = {}): Cursor => ({
  number: 10,
  hash: hash(10),
  time: 1_700_000_010,
  cumulative: 20,
  start: 0,
  epoch: 0,
  serial: 0,
  fence: 1,
  leaseUntil: 0,
  wanted: false,
  head: 10,
  headTime: 1_700_000_010,
  polledAt: 1_700_000_011_000,
  idleAt: 1_700_000_011_000,
  halted: false,
  ...fields,
});

export const hash = (n: number): string => `0x${n.toString(16).padStart(64, '0')}`;
export const address = (n: number): string => `0x${n.toString(16).padStart(40, '0')}`;
const hex = (n: number | bigint): string => `0x${n.toString(16)}`;

/** A log without a place in a block. */
export type SentLog = Pick<RpcLog, 'address' | 'topics' | 'data'>;

/** Without `to` it creates a contract. A failed one has no logs. */
export interface Sent {
  readonly from: number;
  readonly to?: number;
  readonly value?: bigint;
  readonly input?: string;
  readonly failed?: boolean;
  readonly logs?: readonly SentLog[];
}

export interface Branch {
  readonly salt?: number;
  /** Default: its own. */
  readonly parentSalt?: number;
  readonly balances?: Readonly<Record<string, string>>;
}

/** The hash is `salt * 1e6 + number`, so the salt identifies a branch. */
export function aRawBlock(
  number: number,
  sent: readonly Sent[],
  { salt = 1, parentSalt = salt, balances = {} }: Branch = {},
): RawBlock {
  const own = hash(salt * 1_000_000 + number);
  const transactions = sent.map(
    ({ from, to, value = 1n, input = '0x' }, i): RpcTransaction => ({
      hash: hash((salt * 1_000_000 + number) * 100_000 + i),
      transactionIndex: hex(i),
      from: address(from),
      to: to === undefined ? null : address(to),
      value: hex(value),
      input,
      nonce: hex(i),
      gas: hex(50_000),
      type: '0x2',
      maxFeePerGas: hex(3_000_000_000),
      maxPriorityFeePerGas: hex(1_000_000_000),
    }),
  );
  let logIndex = 0;
  const receipts = transactions.map(
    (transaction, i): RpcReceipt => ({
      transactionHash: transaction.hash,
      transactionIndex: hex(i),
      blockHash: own,
      gasUsed: hex(21_000 + i),
      cumulativeGasUsed: hex(21_000 * (i + 1) + (i * (i + 1)) / 2),
      effectiveGasPrice: hex(2_000_000_000),
      status: sent[i]?.failed ? '0x0' : '0x1',
      contractAddress: transaction.to ? null : address(9_000_000 + number * 1_000 + i),
      logs: sent[i]?.failed ? [] : (sent[i]?.logs ?? []).map((log) => ({ ...log, logIndex: hex(logIndex++) })),
    }),
  );
  return {
    block: {
      number: hex(number),
      hash: own,
      parentHash: hash(parentSalt * 1_000_000 + number - 1),
      timestamp: hex(1_700_000_000 + number),
      gasUsed: hex(21_000 * sent.length),
      gasLimit: hex(30_000_000),
      baseFeePerGas: hex(1_000_000_000),
      transactions,
    },
    receipts,
    balances,
  };
}
