import { keyOfOutput } from './derive';
import type { PUtxoRow } from './rows';

export interface Moment {
  readonly block: number;
  readonly time: number;
  /** Overrides `time` for locks: nodes compare locktimes with their own clock. */
  readonly clock?: number;
}

type BalanceKind =
  | 'unlockedUnstaked'
  | 'unlockedStaked'
  | 'lockedPlatform'
  | 'lockedStakeable'
  | 'lockedStaked'
  | 'pendingStaked';

export interface AssetSum {
  readonly assetId: string;
  readonly amount: bigint;
  readonly outputs: number;
}

export type Balances = Readonly<Record<BalanceKind, readonly AssetSum[]>>;

/** Counts duplicates once: an output with several owners is in several lists. */
export function balancesAt(outputs: Iterable<PUtxoRow>, moment: Moment): Balances {
  const sums = new Map<BalanceKind, Map<string, AssetSum>>();
  const seen = new Set<string>();
  for (const output of outputs) {
    const name = keyOfOutput(output);
    if (seen.has(name) || !existsAt(output, moment)) continue;
    seen.add(name);
    const { assetId, amount } = output;
    const kind = kindAt(output, moment);
    const byAsset = sums.get(kind) ?? new Map<string, AssetSum>();
    const before = byAsset.get(assetId) ?? { assetId, amount: 0n, outputs: 0 };
    byAsset.set(assetId, { assetId, amount: before.amount + amount, outputs: before.outputs + 1 });
    sums.set(kind, byAsset);
  }
  const of = (kind: BalanceKind): AssetSum[] => [...(sums.get(kind)?.values() ?? [])];
  return {
    unlockedUnstaked: of('unlockedUnstaked'),
    unlockedStaked: of('unlockedStaked'),
    lockedPlatform: of('lockedPlatform'),
    lockedStakeable: of('lockedStakeable'),
    lockedStaked: of('lockedStaked'),
    pendingStaked: of('pendingStaked'),
  };
}

const existsAt = ({ created, spent }: PUtxoRow, { block }: Moment): boolean =>
  created !== undefined && created.block <= block && (!spent || spent.block > block);

/** Each output has exactly one kind. A pending stake is `pendingStaked` even if it is locked. */
function kindAt(output: PUtxoRow, moment: Moment): BalanceKind {
  const { owners, stakeableUntil = 0n, staked, returned } = output;
  const clock = BigInt(moment.clock ?? moment.time);
  const isLocked = owners.locktime > clock;
  const isStakeable = stakeableUntil > clock;
  const began = staked?.since ?? staked?.start;
  const start = began ?? (returned && returned.block > moment.block ? returned.start : undefined);
  if (start !== undefined) {
    if (start > moment.time) return 'pendingStaked';
    return isLocked || isStakeable ? 'lockedStaked' : 'unlockedStaked';
  }
  if (isLocked) return 'lockedPlatform';
  return isStakeable ? 'lockedStakeable' : 'unlockedUnstaked';
}
