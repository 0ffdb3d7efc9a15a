import type { Recording } from '../../../../demo/p-chain/recording';
import { assetAmount, type ExpectedAmount } from './amounts';
import { getNetwork } from './network';
import { isAt, isKnownAt, type OwnedUtxo, ownedUtxos, stakedDuring } from './owned-utxos';

export type ExpectedSum = ExpectedAmount & { utxoCount: number };

export const STATES = [
  'unlockedUnstaked',
  'unlockedStaked',
  'lockedPlatform',
  'lockedStakeable',
  'lockedStaked',
  'pendingStaked',
] as const;
type State = (typeof STATES)[number];

/** Shared memory is not in any block, so it is always empty. */
export type ExpectedBalance = Record<State | 'atomicMemoryUnlocked' | 'atomicMemoryLocked', ExpectedSum[]>;

/** `height`: after this block; `time`: for locks and starts, Unix seconds. */
export type Moment = { height: number; time: number };

/** Of addresses `custom1…`; `indexed`: the last indexed block. */
export function expectedBalance(
  recording: Recording,
  addresses: readonly string[],
  { height, time }: Moment,
  indexed = getNetwork(recording).last,
): ExpectedBalance {
  const network = getNetwork(recording);
  const owned = ownedUtxos(network)
    .filter(({ utxo }) => utxo.addresses?.some((one) => addresses.includes(one)))
    .filter((one) => isKnownAt(one, indexed) && isAt(one.created, height) && !isAt(one.spent, height));
  const getState = ({ utxo, stake }: OwnedUtxo): State => {
    const isLocked = (until = 0) => until > time;
    if (!stake || isAt(stake.returned, height)) {
      if (isLocked(utxo.platformLocktime)) return 'lockedPlatform';
      return isLocked(utxo.stakeableLocktime) ? 'lockedStakeable' : 'unlockedUnstaked';
    }
    if (isLocked(stakedDuring(network, stake.tx, height).startTimestamp)) return 'pendingStaked';
    return [utxo.platformLocktime, utxo.stakeableLocktime].some(isLocked) ? 'lockedStaked' : 'unlockedStaked';
  };
  const of = (state: State) =>
    sums(
      owned.filter((one) => getState(one) === state).map(({ utxo }) => utxo),
      network.avaxAssetId,
    );
  const states = Object.fromEntries(STATES.map((state) => [state, of(state)])) as Record<State, ExpectedSum[]>;
  return { ...states, atomicMemoryUnlocked: [], atomicMemoryLocked: [] };
}

export function sums(of: readonly { assetId: string; amount: string }[], avaxAssetId: string): ExpectedSum[] {
  const ids = [...new Set(of.map(({ assetId }) => assetId))].toSorted();
  return ids.map((assetId) => {
    const those = of.filter((one) => one.assetId === assetId);
    const amount = String(those.reduce((sum, one) => sum + BigInt(one.amount), 0n));
    return { ...assetAmount({ assetId, amount }, avaxAssetId), utxoCount: those.length };
  });
}
