import type { ContractVersion } from '../../../core/contract/contract-version';
import { toCb58 } from '../../../core/domain/cb58';
import type { NetworkFacts } from '../../../pchain/domain/networks';
import type { PBlockRow, PTxRow } from '../../../pchain/domain/rows';
import { pChainTransactionView } from '../../../pchain/views/transaction';

export const placeView = (network: string, { number, hash, time }: Pick<PBlockRow, 'number' | 'hash' | 'time'>) => ({
  network,
  chainId: 'p-chain' as const,
  blockNumber: String(number),
  blockHash: toCb58(hash),
  blockTimestamp: time,
});

/** Omits the reward transaction, which is added later, so that every attempt is the same. */
export function messageTransactionView(
  { rewardTxId: _later, ...row }: PTxRow,
  facts: NetworkFacts,
  contractVersion: ContractVersion,
) {
  return pChainTransactionView(row, facts, { contractVersion });
}
