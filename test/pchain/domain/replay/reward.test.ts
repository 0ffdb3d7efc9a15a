import * as fc from 'fast-check';
import {
  getReward,
  primaryRewardConfig,
  type RewardConfig,
  split,
} from '../../../../lambdas/pchain/domain/replay/reward';
import { MAX_UINT64 } from '../../../../lambdas/pchain/domain/replay/uint64';

const AVAX = 1_000_000_000n;
const DAY = 86_400n;
const YEAR = 365n * DAY;
const MAINNET: RewardConfig = {
  ...{ maxConsumptionRate: 120_000n, minConsumptionRate: 100_000n, mintingPeriod: YEAR },
  supplyCap: 720_000_000n * AVAX,
};

test('staking the whole supply for a year earns 12 % of the supply left to mint', () => {
  expect(getReward(MAINNET, YEAR, 360_000_000n * AVAX, 360_000_000n * AVAX)).toBe(43_200_000n * AVAX);
});
test('a shorter stake earns less per day', () => {
  const [short, long] = [14n, 365n].map((days) => getReward(MAINNET, days * DAY, 2_000n * AVAX, 400_000_000n * AVAX));
  expect(short).toBeLessThan(((long ?? 0n) * 14n) / 365n);
});
test('no reward is paid from a supply at its cap', () => {
  expect(getReward(MAINNET, YEAR, 2_000n * AVAX, MAINNET.supplyCap)).toBe(0n);
});

describe('the lowest rate around Helicon (ACP-285)', () => {
  const rate = (start: number, config = MAINNET) => primaryRewardConfig(config, start, 1_000_000).minConsumptionRate;
  test.each([
    ['before Helicon', 999_999, 100_000n],
    ['at Helicon', 1_000_000, 100_000n],
    ['half-way through the change', 1_000_000 + 45 * 86_400, 87_500n],
    ['after 90 days', 1_000_000 + 90 * 86_400, 75_000n],
    ['much later', 2_000_000_000, 75_000n],
  ])('the lowest rate %s (second %i) is %s', (_, start, expected) => expect(rate(start)).toBe(expected));
  test('a lower rate rises to the new one', () => {
    expect(rate(2_000_000_000, { ...MAINNET, minConsumptionRate: 10_000n })).toBe(75_000n);
  });
  test('the lowest rate stays below the highest', () => {
    expect(rate(2_000_000_000, { ...MAINNET, maxConsumptionRate: 60_000n, minConsumptionRate: 50_000n })).toBe(50_000n);
  });
});

describe('splitting a reward', () => {
  test.each([
    ['the validator gets its tenth', 1_000n, 100_000, 100n, 900n],
    ['the validator gets the indivisible remainder', 999n, 500_000, 500n, 499n],
    ['the validator can get everything', 7n, 1_000_000, 7n, 0n],
    // 64 bits do not hold the product: the node divides first.
    [
      'a huge reward is divided before it is multiplied',
      MAX_UINT64,
      999_999,
      MAX_UINT64 - MAX_UINT64 / 1_000_000n,
      MAX_UINT64 / 1_000_000n,
    ],
    [
      'a huge reward in halves is divided before it is multiplied',
      MAX_UINT64 - 5n,
      500_000,
      MAX_UINT64 - 5n - 500_000n * ((MAX_UINT64 - 5n) / 1_000_000n),
      500_000n * ((MAX_UINT64 - 5n) / 1_000_000n),
    ],
  ])('%s', (_, reward, shares, share, rest) => expect(split(reward, shares)).toEqual({ share, rest }));
  test('both parts always add up to the reward', async () => {
    await fc.assert(
      fc.property(fc.bigInt(0n, MAX_UINT64), fc.nat(1_000_000), (reward, shares) => {
        const { share, rest } = split(reward, shares);
        expect(share + rest).toBe(reward);
        expect(share >= 0n && rest >= 0n).toBe(true);
      }),
    );
  });
});
