import type { RewardConfig } from './reward';
import type { ValidatorFeeConfig } from './validator-fee';

/** When upgrades of a network took or take effect, Unix seconds. Infinity: not planned. */
interface Upgrades {
  readonly cortina: number;
  readonly durango: number;
  readonly etna: number;
  readonly helicon: number;
}

/** What is particular to a network, as far as its state depends on it. */
export interface NetworkRules {
  readonly avaxAssetId: string;
  readonly upgrades: Upgrades;
  readonly validatorFee: ValidatorFeeConfig;
  /** Of the primary network. */
  readonly reward: RewardConfig;
  /** nAVAX: a validator that renews itself restakes no more than this. */
  readonly maxValidatorStake: bigint;
}
