import { cb58Of } from '../../../adapters/cb58';
import { pChainTransactionView } from '../../../api/views/primary-network/transaction';
import type { ContractVersion } from '../../../contract/contract-version';
import type { NetworkFacts } from '../../../domain/pchain/networks';
import type { PBlockRow, PTxRow } from '../../../domain/pchain/rows';

/** Where something happened, as messages show it. */
export const placeView = (network: string, { number, hash, time }: Pick<PBlockRow, 'number' | 'hash' | 'time'>) => ({
  ...{ network, chainId: 'p-chain' as const },
  ...{ blockNumber: String(number), blockHash: cb58Of(hash), blockTimestamp: time },
});

/** A transaction as messages show it: the same at each attempt, so without what ends its stake later. */
export function messageTransactionView(
  { rewardTxId: _later, ...row }: PTxRow,
  facts: NetworkFacts,
  contractVersion: ContractVersion,
) {
  return pChainTransactionView(row, facts, { contractVersion });
}
