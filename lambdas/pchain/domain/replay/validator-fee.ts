import { MAX_UINT64, min } from './uint64';

/*
 * The continuous fee of L1 validators (ACP-77), on the price curve of ACP-103: `vms/platformvm/validators/fee` and
 * `vms/components/gas` of avalanchego. Prices and costs are nAVAX for one validator.
 */

/** The fee of a network. `minPrice` in nAVAX per second. */
export interface ValidatorFeeConfig {
  /** The price stands still while so many validators are active; with more it rises. */
  readonly target: bigint;
  readonly minPrice: bigint;
  readonly excessConversionConstant: bigint;
}

/** nAVAX per second for an excess: `minPrice * e^(excess / constant)` by its Taylor series in whole numbers. */
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

/** The excess after some seconds with so many active validators. */
export function excessAfter(excess: bigint, active: bigint, target: bigint, seconds: bigint): bigint {
  const moved = excess + (active - target) * seconds;
  return moved < 0n ? 0n : min(moved, MAX_UINT64);
}

/** What the next seconds cost one validator: the excess moves first in each of them, then it is charged. */
export function getCost(config: ValidatorFeeConfig, active: bigint, excess: bigint, seconds: bigint): bigint {
  if (active === config.target) return min(getPrice(config, excess) * seconds, MAX_UINT64);
  let [cost, at] = [0n, excess];
  for (let second = 0n; second < seconds; second += 1n) {
    at = excessAfter(at, active, config.target, 1n);
    // It can only fall, as it is not above zero: it stays there.
    if (at === 0n) return min(cost + config.minPrice * (seconds - second), MAX_UINT64);
    cost += getPrice(config, at);
    if (cost > MAX_UINT64) return MAX_UINT64;
  }
  return cost;
}
