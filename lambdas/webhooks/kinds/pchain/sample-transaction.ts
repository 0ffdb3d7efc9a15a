import { toCb58 } from '../../../core/domain/cb58';
import type { PChainTransaction } from '../../../pchain/contract/schemas/transactions';

const NOTHING = toCb58(`0x${'00'.repeat(32)}`);

/** `now`: Unix ms. */
export const samplePlace = (network: string, block: number, now: number) => ({
  network,
  chainId: 'p-chain' as const,
  blockNumber: String(block),
  blockHash: NOTHING,
  blockTimestamp: Math.floor(now / 1_000),
});

export const sampleTransaction = (
  txType: PChainTransaction['txType'],
  { blockNumber, blockHash, blockTimestamp }: ReturnType<typeof samplePlace>,
): PChainTransaction => ({
  txHash: NOTHING,
  txType,
  blockNumber,
  blockHash,
  blockTimestamp,
  consumedUtxos: [],
  emittedUtxos: [],
  value: [],
  amountBurned: [],
  amountStaked: [],
  amountL1ValidatorBalanceBurned: [],
});
