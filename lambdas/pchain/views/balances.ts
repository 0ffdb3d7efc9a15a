import type { AggregatedAssetAmount } from '../contract/schemas/assets';
import type { PChainBalance } from '../contract/schemas/balances';
import type { AssetSum, Balances } from '../domain/balances';
import { amountView } from './assets';
import type { NetworkIds } from './owners';

/** Atomic memory is empty: it is not part of P-Chain blocks. `restaked`: nAVAX. */
export function balancesView(balances: Balances, ids: NetworkIds, restaked?: bigint): PChainBalance {
  const view = (sums: readonly AssetSum[]): AggregatedAssetAmount[] =>
    sums
      .map((sum) => ({ ...amountView(sum, ids), utxoCount: sum.outputs }))
      .toSorted((a, b) => (a.assetId < b.assetId ? -1 : 1));
  return {
    unlockedUnstaked: view(balances.unlockedUnstaked),
    unlockedStaked: view(balances.unlockedStaked),
    lockedPlatform: view(balances.lockedPlatform),
    lockedStakeable: view(balances.lockedStakeable),
    lockedStaked: view(balances.lockedStaked),
    pendingStaked: view(balances.pendingStaked),
    ...(restaked === undefined ? {} : { restakedRewards: String(restaked) }),
    atomicMemoryUnlocked: [],
    atomicMemoryLocked: [],
  };
}
