import { isComplete, secondsToNextReading } from '../../../../lambdas/evm/tokens/domain/refresh';

const DAY = 86_400;

describe('secondsToNextReading', () => {
  test('a complete token is read again after the interval of its chain', () => {
    expect(secondsToNextReading({}, true, 3_600)).toBe(3_600);
  });
  test.each([
    [0, 0],
    [1, 60],
    [2, 300],
    [3, 3_600],
    [4, DAY],
    [9, DAY],
  ])('an incomplete token is read again sooner, at growing intervals, after %d misses', (misses, seconds) => {
    expect(secondsToNextReading({ misses }, false, 7 * DAY)).toBe(seconds);
  });
  test('an incomplete token never waits longer than the interval of its chain', () => {
    expect(secondsToNextReading({ misses: 4 }, false, 600)).toBe(600);
  });
});

describe('isComplete', () => {
  const named = { name: 'Coin', symbol: 'CN' };
  test.each<[string, Parameters<typeof isComplete>[0], Parameters<typeof isComplete>[1], boolean]>([
    ['a coin with name, symbol and decimals is complete', { ercType: 'ERC-20', ...named, decimals: 0 }, 'erc20', true],
    ['a coin without decimals is incomplete', { ercType: 'ERC-20', ...named }, 'erc20', false],
    ['a coin without a symbol is incomplete', { ercType: 'ERC-20', name: 'Coin', decimals: 6 }, 'erc20', false],
    ['a coin without a name is incomplete', { ercType: 'ERC-20', symbol: 'CN', decimals: 6 }, 'erc20', false],
    [
      'a coin that moved like a collection is incomplete',
      { ercType: 'ERC-20', ...named, decimals: 6 },
      'erc721',
      false,
    ],
    ['a collection with name and symbol is complete', { ercType: 'ERC-721', ...named }, 'erc721', true],
    ['a collection without a name is incomplete', { ercType: 'ERC-721', symbol: 'CN' }, 'erc721', false],
    ['an ERC-1155 contract is complete without a name', { ercType: 'ERC-1155' }, 'erc1155', true],
    ['a contract that only wrapped is complete', { ercType: 'UNKNOWN' }, undefined, true],
    ['a contract of no standard that transfers is incomplete', { ercType: 'UNKNOWN' }, 'erc20', false],
  ])('%s', (_, metadata, seenAs, expected) => {
    expect(isComplete(metadata, seenAs)).toBe(expected);
  });
});
