import type { RewardConfig } from './reward';
import type { ValidatorFeeConfig } from './validator-fee';

/** `Number.MAX_SAFE_INTEGER`: not scheduled. */
interface Upgrades {
  readonly cortina: number;
  readonly durango: number;
  readonly etna: number;
  readonly helicon: number;
}

export interface NetworkRules {
  readonly avaxAssetId: string;
  readonly upgrades: Upgrades;
  readonly validatorFee: ValidatorFeeConfig;
  readonly reward: RewardConfig;
  /** Caps the stake of an auto-renewed validator. */
  readonly maxValidatorStake: bigint;
}
