import { parseConfig } from '../../lib/config';

/** The one-sentence error of a configuration; undefined if it is right. */
function errorOf(value: unknown): string | undefined {
  try {
    parseConfig(value, 'test');
    return undefined;
  } catch (error) {
    return (error as Error).message.replace('the configuration test is wrong: ', '');
  }
}
const [C, D] = [
  '2q9e4r6Mu3U68nU1fYjgbR6JvwrRx36CohpAX5UQxse55x1Q5',
  'yH8D7ThNJkxmtkuv2jgBa4P1Rn3Qpr4pPr7QYNfcdoS6k6HWp',
];

describe('the ids of chains', () => {
  test('may be said twice of one chain', () => {
    expect(errorOf({ chains: [{ chainId: '1', blockchainId: C, platformChainId: C }, { chainId: '2' }] })).toBe(
      undefined,
    );
  });
  test.each([
    ['an EVM chain id', { chainId: '1' }, { chainId: '1' }, 'chains.1.chainId: 1 names chain 1 already'],
    [
      'a blockchain id',
      { chainId: '1', blockchainId: C },
      { chainId: '2', blockchainId: C },
      `chains.1.blockchainId: ${C} names chain 1 already`,
    ],
    [
      'a platform chain id',
      { chainId: '1', platformChainId: C },
      { chainId: '2', blockchainId: D, platformChainId: C },
      `chains.1.platformChainId: ${C} names chain 1 already`,
    ],
    [
      'a blockchain id that is another’s platform chain id',
      { chainId: '1', platformChainId: C },
      { chainId: '2', blockchainId: C },
      `chains.1.blockchainId: ${C} names chain 1 already`,
    ],
  ])('name one chain: %s of two is refused', (_, one, two, message) => {
    expect(errorOf({ chains: [one, two] })).toBe(message);
  });
  test.each(['blockchainId', 'platformChainId'])('can be given in a path: %s is cb58', (field) => {
    for (const id of ['43114', 'C', `${C}!`, `0${C.slice(1)}`])
      expect(errorOf({ chains: [{ chainId: '1', [field]: id }] })).toBe(
        `chains.0.${field}: must be a blockchain id (cb58)`,
      );
  });
});
