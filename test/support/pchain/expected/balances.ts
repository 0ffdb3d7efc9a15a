import type { Recording } from '../../../../demo/p-chain/recording';
import { assetAmount, type ExpectedAmount } from './amounts';
import { getNetwork } from './network';
import { isAt, isKnownAt, type OwnedUtxo, ownedUtxos, stakedDuring } from './owned-utxos';

/** An `AggregatedAssetAmount` of the contract. */
export type ExpectedSum = ExpectedAmount & { utxoCount: number };

/** What can be done with an output, in the words of the contract. */
export const STATES = [
  'unlockedUnstaked',
  'unlockedStaked',
  'lockedPlatform',
  'lockedStakeable',
  'lockedStaked',
  'pendingStaked',
] as const;
type State = (typeof STATES)[number];

/** A `PChainBalance` of the contract. What chains share with each other is in no block: always nothing. */
export type ExpectedBalance = Record<State | 'atomicMemoryUnlocked' | 'atomicMemoryLocked', ExpectedSum[]>;

/** `height`: after which block. `time`: by which locks and starts are told, Unix seconds. */
export type Moment = { height: number; time: number };

/** What addresses (`custom1…`) own at a moment, by an index that knows the recording up to `indexed`, by default whole. */
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

/** Sums per asset, sorted by asset id. */
export function sums(of: readonly { assetId: string; amount: string }[], avaxAssetId: string): ExpectedSum[] {
  const ids = [...new Set(of.map(({ assetId }) => assetId))].toSorted();
  return ids.map((assetId) => {
    const those = of.filter((one) => one.assetId === assetId);
    const amount = String(those.reduce((sum, one) => sum + BigInt(one.amount), 0n));
    return { ...assetAmount({ assetId, amount }, avaxAssetId), utxoCount: those.length };
  });
}
