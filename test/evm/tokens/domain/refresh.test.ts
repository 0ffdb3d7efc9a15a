import { isComplete, secondsToNextReading } from '../../../../lambdas/evm/tokens/domain/refresh';

const DAY = 86_400;

describe('the next reading of a token', () => {
  test('comes after the interval of its chain if the last one was complete', () => {
    expect(secondsToNextReading({}, true, 3_600)).toBe(3_600);
  });
  test.each([
    [0, 0],
    [1, 60],
    [2, 300],
    [3, 3_600],
    [4, DAY],
    [9, DAY],
  ])('comes sooner, at growing intervals, after %d incomplete ones', (misses, seconds) => {
    expect(secondsToNextReading({ misses }, false, 7 * DAY)).toBe(seconds);
  });
  test('never comes later than the interval of its chain', () => {
    expect(secondsToNextReading({ misses: 4 }, false, 600)).toBe(600);
  });
});

describe('a reading', () => {
  const named = { name: 'Coin', symbol: 'CN' };
  test.each<[string, Parameters<typeof isComplete>[0], Parameters<typeof isComplete>[1], boolean]>([
    ['a coin', { ercType: 'ERC-20', ...named, decimals: 0 }, 'erc20', true],
    ['a coin without decimals', { ercType: 'ERC-20', ...named }, 'erc20', false],
    ['a coin without a symbol', { ercType: 'ERC-20', name: 'Coin', decimals: 6 }, 'erc20', false],
    ['a coin without a name', { ercType: 'ERC-20', symbol: 'CN', decimals: 6 }, 'erc20', false],
    ['a coin that moved like a collection', { ercType: 'ERC-20', ...named, decimals: 6 }, 'erc721', false],
    ['a collection', { ercType: 'ERC-721', ...named }, 'erc721', true],
    ['a collection without a name', { ercType: 'ERC-721', symbol: 'CN' }, 'erc721', false],
    ['a collection of many tokens, which has no names', { ercType: 'ERC-1155' }, 'erc1155', true],
    ['a contract that only wrapped', { ercType: 'UNKNOWN' }, undefined, true],
    ['a contract of no standard that transfers', { ercType: 'UNKNOWN' }, 'erc20', false],
  ])('%s: complete or not', (_, metadata, seenAs, expected) => {
    expect(isComplete(metadata, seenAs)).toBe(expected);
  });
});
