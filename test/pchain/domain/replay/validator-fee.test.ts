import { existsSync, readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { MAX_UINT64 } from '../../../../lambdas/pchain/domain/replay/uint64';
import {
  excessAfter,
  getCost,
  getPrice,
  type ValidatorFeeConfig,
} from '../../../../lambdas/pchain/domain/replay/validator-fee';
import { testIf } from '../../../support/skipping';

const config = (minPrice: bigint, k: bigint, target = 10_000n): ValidatorFeeConfig => ({
  ...{ minPrice, target, excessConversionConstant: k },
});
/** Mainnet constants, with a price high enough to show rounding. */
const MAINNET = config(2_048n, 1_246_488_515n);

test.each([
  ['zero excess gives the lowest price', config(512n, 1_246_488_515n), 0n, 512n],
  ['an excess of ten times the constant multiplies it by e^10', config(10n, 1_000_000n), 10_000_000n, 220_264n],
  ['a day at the capacity doubles it', MAINNET, 864_000_000n, 4_096n],
  ['a price above 64 bits is capped', config(1n, 10_000n), 1_000_000n, MAX_UINT64],
])('price: %s', (_, fee, excess, price) => expect(getPrice(fee, excess)).toBe(price));

test.each([
  ['a day above the target raises the excess', 15_000n, 0n, 86_400n, 211_438_809n, 432_000_000n],
  ['a day below the target lowers the excess to zero', 9_000n, 21_600_000n, 86_400n, 177_321_939n, 0n],
  ['the excess does not change at the target', 10_000n, 864_000_000n, 60n, 245_760n, 864_000_000n],
  ['zero seconds cost nothing', 15_000n, 5n, 0n, 0n, 5n],
])('cost: %s', (_, active, excess, seconds, cost, after) => {
  expect(getCost(MAINNET, active, excess, seconds)).toBe(cost);
  expect(excessAfter(excess, active, MAINNET.target, seconds)).toBe(after);
});

test('seconds cost the same when charged at once or in two parts', async () => {
  const numbers = fc.record({
    ...{ active: fc.bigInt(0n, 20_000n), excess: fc.bigInt(0n, 10n ** 10n) },
    ...{ first: fc.bigInt(0n, 40n), second: fc.bigInt(0n, 40n) },
  });
  await fc.assert(
    fc.property(numbers, ({ active, excess, first, second }) => {
      const between = excessAfter(excess, active, MAINNET.target, first);
      const apart = getCost(MAINNET, active, excess, first) + getCost(MAINNET, active, between, second);
      expect(getCost(MAINNET, active, excess, first + second)).toBe(apart);
      expect(excessAfter(between, active, MAINNET.target, second)).toBe(
        excessAfter(excess, active, MAINNET.target, first + second),
      );
    }),
  );
});

const VECTORS = '../shared/reference/p-chain/fee-vectors.json';
type Vector = Record<string, string>;
// Vectors of the node's own tests, present only where this project is developed.
const vectors = existsSync(VECTORS)
  ? (JSON.parse(readFileSync(VECTORS, 'utf8')) as Record<'calculatePrice' | 'feeState', Vector[]> & {
      feeStateDefaults: Vector;
    })
  : undefined;

testIf(vectors !== undefined, `needs ${VECTORS}`)('fee maths agree with the test vectors of avalanchego', () => {
  const { calculatePrice, feeState, feeStateDefaults } = vectors ?? {
    calculatePrice: [],
    feeState: [],
    feeStateDefaults: {},
  };
  const big = (vector: Vector, name: string) => BigInt(vector[name] ?? feeStateDefaults[name] ?? '');
  for (const one of calculatePrice)
    expect([one, getPrice(config(big(one, 'minPrice'), big(one, 'K')), big(one, 'excess'))]).toEqual([
      one,
      big(one, 'price'),
    ]);
  for (const one of feeState) {
    const fee = config(big(one, 'minPrice'), big(one, 'K'), big(one, 'target'));
    const [current, excess, seconds] = [big(one, 'current'), big(one, 'excess'), big(one, 'seconds')];
    expect([one, getCost(fee, current, excess, seconds)]).toEqual([one, big(one, 'cost')]);
    expect([one, excessAfter(excess, current, fee.target, seconds)]).toEqual([one, big(one, 'excessAfter')]);
  }
  expect(calculatePrice.length + feeState.length).toBeGreaterThan(20);
});
