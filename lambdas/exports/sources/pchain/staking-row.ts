import type { Place } from '../../../pchain/domain/replay/state';
import type { RewardKind } from '../../../pchain/domain/stakes';
import { dayOfTime } from '../../domain/dates';
import type { SourceRow } from '../row-source';
import type { OwnedStake } from './stakes';
import { textOfPlace } from './transactions';

/** A stake that began or ended, or a reward that was paid: `addresses` are those that got it, `amount` is what was paid. */
export interface StakingRow extends SourceRow, OwnedStake {
  readonly event: 'begin' | 'end' | 'reward';
  /** Unix seconds. */
  readonly time: number;
  /** The transaction that did so; absent where it is in no block. */
  readonly txId?: string;
  /** What a reward is for. */
  readonly reward?: RewardKind;
  /** Whether a stake that ended was. */
  readonly isRewarded?: boolean;
}

/** At one place a stake ends before its rewards. */
const RANKS: Readonly<Record<StakingRow['event'], number>> = { begin: 0, end: 1, reward: 2 };

/** The row of what took effect at a place. `index`: tells apart rewards. */
export function stakingRow(
  network: string,
  place: Place,
  row: Omit<StakingRow, keyof SourceRow>,
  index = 0,
): StakingRow {
  const parts = [textOfPlace(place), RANKS[row.event], row.stake.txId, String(index).padStart(10, '0')];
  return { ...row, sort: parts.join('!'), day: dayOfTime(row.time), chainId: network, block: place.block };
}
