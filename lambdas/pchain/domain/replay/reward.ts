import { MAX_UINT64, min } from './uint64';

const MILLION = 1_000_000n;

/** Rates are in millionths of the stake per minting period. */
export interface RewardConfig {
  readonly maxConsumptionRate: bigint;
  /** Rate approached by a duration of zero. */
  readonly minConsumptionRate: bigint;
  /** Seconds. */
  readonly mintingPeriod: bigint;
  readonly supplyCap: bigint;
}

/** `vms/platformvm/reward` of avalanchego. */
export function getReward(config: RewardConfig, seconds: bigint, stake: bigint, supply: bigint): bigint {
  const { maxConsumptionRate, minConsumptionRate, mintingPeriod, supplyCap } = config;
  const rate = (maxConsumptionRate - minConsumptionRate) * seconds + minConsumptionRate * mintingPeriod;
  const left = supplyCap - supply;
  const reward = (left * rate * stake * seconds) / (mintingPeriod * MILLION) / supply / mintingPeriod;
  return min(reward, left);
}

const HELICON_MIN_RATE = 75_000n;
const HELICON_RAMP = 90n * 86_400n;

/** ACP-285: over 90 days from Helicon, the minimum rate moves to 7.5 %. */
export function primaryRewardConfig(config: RewardConfig, start: number, helicon: number): RewardConfig {
  const { minConsumptionRate: before, maxConsumptionRate } = config;
  if (start < helicon || maxConsumptionRate < HELICON_MIN_RATE) return config;
  const distance = before < HELICON_MIN_RATE ? HELICON_MIN_RATE - before : before - HELICON_MIN_RATE;
  const moved = (distance * min(BigInt(start - helicon), HELICON_RAMP)) / HELICON_RAMP;
  return { ...config, minConsumptionRate: before < HELICON_MIN_RATE ? before + moved : before - moved };
}

/** `share`: the validator's. `shares` in millionths. */
export function split(reward: bigint, shares: number): { readonly share: bigint; readonly rest: bigint } {
  const restShares = MILLION - BigInt(shares);
  // Like the node, divides first where the product would overflow 64 bits.
  const exact = restShares * reward <= MAX_UINT64;
  const rest = exact ? (restShares * reward) / MILLION : restShares * (reward / MILLION);
  return { share: reward - rest, rest };
}
