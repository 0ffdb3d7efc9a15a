import type { RewardConfig } from './reward';
import type { ValidatorFeeConfig } from './validator-fee';

/** Activation times of a network's upgrades, Unix seconds. `Number.MAX_SAFE_INTEGER`: not scheduled. */
interface Upgrades {
  readonly cortina: number;
  readonly durango: number;
  readonly etna: number;
  readonly helicon: number;
}

/** Network parameters that the state depends on. */
export interface NetworkRules {
  readonly avaxAssetId: string;
  readonly upgrades: Upgrades;
  readonly validatorFee: ValidatorFeeConfig;
  /** For the primary network. */
  readonly reward: RewardConfig;
  /** nAVAX. Caps the stake of an auto-renewed validator. */
  readonly maxValidatorStake: bigint;
}
