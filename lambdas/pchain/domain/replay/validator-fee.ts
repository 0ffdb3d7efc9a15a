import { MAX_UINT64, min } from './uint64';

// The continuous fee of L1 validators (ACP-77, ACP-103): `vms/platformvm/validators/fee` and
// `vms/components/gas` of avalanchego. Prices and costs are nAVAX for one validator.

/** `minPrice`: per second. */
export interface ValidatorFeeConfig {
  /** Active validators at which the price is stable; it rises above and falls below. */
  readonly target: bigint;
  readonly minPrice: bigint;
  readonly excessConversionConstant: bigint;
}

/** Per second: `minPrice * e^(excess / excessConversionConstant)` as an integer Taylor series. */
export function getPrice({ minPrice, excessConversionConstant: k }: ValidatorFeeConfig, excess: bigint): bigint {
  const limit = k * MAX_UINT64;
  let term = minPrice * k;
  let sum = 0n;
  for (let i = 1n; term > 0n; i += 1n) {
    sum += term;
    if (sum >= limit) return MAX_UINT64;
    term = (term * excess) / k / i;
  }
  return sum / k;
}

export function excessAfter(excess: bigint, active: bigint, target: bigint, seconds: bigint): bigint {
  const moved = excess + (active - target) * seconds;
  return moved < 0n ? 0n : min(moved, MAX_UINT64);
}

/** Each second first moves the excess, then charges. */
export function getCost(config: ValidatorFeeConfig, active: bigint, excess: bigint, seconds: bigint): bigint {
  if (active === config.target) return min(getPrice(config, excess) * seconds, MAX_UINT64);
  let [cost, at] = [0n, excess];
  for (let second = 0n; second < seconds; second += 1n) {
    at = excessAfter(at, active, config.target, 1n);
    // At zero it can only stay: active validators are below the target.
    if (at === 0n) return min(cost + config.minPrice * (seconds - second), MAX_UINT64);
    cost += getPrice(config, at);
    if (cost > MAX_UINT64) return MAX_UINT64;
  }
  return cost;
}
