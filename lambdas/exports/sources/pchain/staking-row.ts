import type { Place } from '../../../pchain/domain/replay/state';
import type { RewardKind } from '../../../pchain/domain/stakes';
import { dayOfTime } from '../../domain/dates';
import type { SourceRow } from '../row-source';
import type { OwnedStake } from './stakes';
import { textOfPlace } from './transactions';

/** For a reward, `addresses` are its receivers and `amount` is the reward. */
export interface StakingRow extends SourceRow, OwnedStake {
  readonly event: 'begin' | 'end' | 'reward';
  readonly time: number;
  /** Absent for the begin of a genesis stake. `time`: Unix seconds. */
  readonly txId?: string;
  readonly reward?: RewardKind;
  readonly isRewarded?: boolean;
}

/** At the same place, the end of a stake sorts before its rewards. */
const RANKS: Readonly<Record<StakingRow['event'], number>> = { begin: 0, end: 1, reward: 2 };

export function stakingRow(
  network: string,
  place: Place,
  row: Omit<StakingRow, keyof SourceRow>,
  index = 0,
): StakingRow {
  const parts = [textOfPlace(place), RANKS[row.event], row.stake.txId, String(index).padStart(10, '0')];
  return { ...row, sort: parts.join('!'), day: dayOfTime(row.time), chainId: network, block: place.block };
}
