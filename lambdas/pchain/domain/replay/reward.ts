import { MAX_UINT64, min } from './uint64';

/** What rates and shares are parts of. */
const MILLION = 1_000_000n;

/** How stakes of one network are rewarded. Rates are in millionths of the stake per minting period. */
export interface RewardConfig {
  /** For a stake of a whole minting period. */
  readonly maxConsumptionRate: bigint;
  /** For a stake of no time. */
  readonly minConsumptionRate: bigint;
  /** Seconds. */
  readonly mintingPeriod: bigint;
  /** What supply approaches, in the smallest unit of the asset. */
  readonly supplyCap: bigint;
}

/** The reward of a stake of so many seconds, if it is earned (`vms/platformvm/reward` of avalanchego). */
export function getReward(config: RewardConfig, seconds: bigint, stake: bigint, supply: bigint): bigint {
  const { maxConsumptionRate, minConsumptionRate, mintingPeriod, supplyCap } = config;
  const rate = (maxConsumptionRate - minConsumptionRate) * seconds + minConsumptionRate * mintingPeriod;
  const left = supplyCap - supply;
  const reward = (left * rate * stake * seconds) / (mintingPeriod * MILLION) / supply / mintingPeriod;
  return min(reward, left);
}

const HELICON_MIN_RATE = 75_000n;
/** Seconds. */
const HELICON_RAMP = 90n * 86_400n;

/** ACP-285: from Helicon on the lowest rate of the primary network moves to 7.5 % within 90 days. Times in Unix seconds. */
export function primaryRewardConfig(config: RewardConfig, start: number, helicon: number): RewardConfig {
  const { minConsumptionRate: before, maxConsumptionRate } = config;
  if (start < helicon || maxConsumptionRate < HELICON_MIN_RATE) return config;
  const distance = before < HELICON_MIN_RATE ? HELICON_MIN_RATE - before : before - HELICON_MIN_RATE;
  const moved = (distance * min(BigInt(start - helicon), HELICON_RAMP)) / HELICON_RAMP;
  return { ...config, minConsumptionRate: before < HELICON_MIN_RATE ? before + moved : before - moved };
}

/** Divides a reward: the share (in millionths) of the validator, and the rest. */
export function split(reward: bigint, shares: number): { readonly share: bigint; readonly rest: bigint } {
  const restShares = MILLION - BigInt(shares);
  // The node rounds early where its 64 bits would not do.
  const exact = restShares * reward <= MAX_UINT64;
  const rest = exact ? (restShares * reward) / MILLION : restShares * (reward / MILLION);
  return { share: reward - rest, rest };
}
