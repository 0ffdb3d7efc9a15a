import { parseConfig } from '../../../lib/config';

/** The one-sentence error of a configuration; undefined if it is right. */
function toError(value: unknown): string | undefined {
  try {
    parseConfig(value, 'test');
    return undefined;
  } catch (error) {
    return (error as Error).message.replace('invalid configuration test: ', '');
  }
}
const [C, D] = [
  '2q9e4r6Mu3U68nU1fYjgbR6JvwrRx36CohpAX5UQxse55x1Q5',
  'yH8D7ThNJkxmtkuv2jgBa4P1Rn3Qpr4pPr7QYNfcdoS6k6HWp',
];

describe('the plans', () => {
  test.each<[string, object]>([
    ['one limit of one plan', { pro: { rate: 2_000 } }],
    ['limits equal to those of the next plan', { anonymous: { rate: 20, burst: 100, quotaPerDay: 200_000 } }],
    ['a larger one below a larger one', { anonymous: { rate: 30 }, free: { rate: 40 } }],
    ['none of something', { free: { webhooks: 0 } }],
  ])('may have %s', (_, plans) => expect(toError({ plans })).toBe(undefined));
  test.each<[string, object, string]>([
    ['the rate', { anonymous: { rate: 21 } }, 'plans.anonymous.rate: must not exceed the limit of plan free (20)'],
    ['the burst', { anonymous: { burst: 101 } }, 'plans.anonymous.burst: must not exceed the limit of plan free (100)'],
    [
      'the quota',
      { free: { quotaPerDay: 100_000 } },
      'plans.anonymous.quotaPerDay: must not exceed the limit of plan free (100000)',
    ],
    [
      'every limit of every plan',
      { growth: { rate: 1_001, webhooks: 1_001 }, base: { webhookReplays: 999 } },
      'plans.free.webhookReplays: must not exceed the limit of plan base (999); plans.growth.rate: must not exceed the limit of plan pro (1000); plans.growth.webhooks: must not exceed the limit of plan pro (1000)',
    ],
  ])('rise from anonymous to pro: %s', (_, plans, message) => expect(toError({ plans })).toBe(message));
});

test('a batch has 100 calls at most unless a chain says otherwise', () => {
  const getBatch = (chain: object) =>
    parseConfig({ chains: [{ chainId: '1', ...chain }] }, 'test').chains[0]?.maxBatchCalls;
  expect([getBatch({}), getBatch({ maxBatchCalls: 1 }), getBatch({ maxBatchCalls: 500 })]).toEqual([100, 1, 500]);
  for (const maxBatchCalls of [0, -1, 1.5, '10', null])
    expect(toError({ chains: [{ chainId: '1', maxBatchCalls }] })).toMatch(/^chains\.0\.maxBatchCalls: /);
});

describe('the ids of chains', () => {
  test('may be said twice of one chain', () => {
    expect(toError({ chains: [{ chainId: '1', blockchainId: C, platformChainId: C }, { chainId: '2' }] })).toBe(
      undefined,
    );
  });
  test.each([
    ['an EVM chain id', { chainId: '1' }, { chainId: '1' }, 'chains.1.chainId: 1 already identifies chain 1'],
    [
      'a blockchain id',
      { chainId: '1', blockchainId: C },
      { chainId: '2', blockchainId: C },
      `chains.1.blockchainId: ${C} already identifies chain 1`,
    ],
    [
      'a platform chain id',
      { chainId: '1', platformChainId: C },
      { chainId: '2', blockchainId: D, platformChainId: C },
      `chains.1.platformChainId: ${C} already identifies chain 1`,
    ],
    [
      'a blockchain id that is another’s platform chain id',
      { chainId: '1', platformChainId: C },
      { chainId: '2', blockchainId: C },
      `chains.1.blockchainId: ${C} already identifies chain 1`,
    ],
  ])('name one chain: %s of two is refused', (_, one, two, message) => {
    expect(toError({ chains: [one, two] })).toBe(message);
  });
  test.each(['blockchainId', 'platformChainId'])('can be given in a path: %s is cb58', (field) => {
    for (const id of ['43114', 'C', `${C}!`, `0${C.slice(1)}`])
      expect(toError({ chains: [{ chainId: '1', [field]: id }] })).toBe(
        `chains.0.${field}: must be a blockchain ID (cb58)`,
      );
  });
});

describe('the P-chains', () => {
  const one = (network: unknown, more: object = {}) => ({ network, ...more });
  test.each<[string, object]>([
    ['of the public networks', { pChains: [one('mainnet'), one('fuji')] }],
    ['of a name of one’s own', { pChains: [one(`l${'o'.repeat(30)}`), one('a-1')] }],
    ['with one default', { pChains: [one('mainnet'), one('fuji', { default: true })] }],
    ['with a format', { pChains: [one('mainnet', { feeStateFormat: 'node' })] }],
    [
      'that are indexed',
      { pChains: [one('fuji', { index: true }), one('own', { index: true, genesis: { time: 1, supply: '7' } })] },
    ],
    ['with a node', { pChains: [one('mainnet', { rpcUrl: 'https://node.test/ext/bc/P' })] }],
    ['beside chains', { chains: [{ chainId: '1' }], pChains: [one('mainnet')] }],
    ['or none', { chains: [{ chainId: '1' }], pChains: [] }],
  ])('may be %s', (_, config) => expect(toError(config)).toBe(undefined));
  test.each(['', 'ext', 'Mainnet', '1net', '-a', 'a_b', 'a/b', 'a.b', `l${'o'.repeat(31)}`])(
    'are no network named %j: it is part of a path',
    (network) => {
      expect(toError({ pChains: [one(network)] })).toBe(
        'pChains.0.network: must be lower-case letters, digits and hyphens, and not ext or testnet',
      );
    },
  );
  test.each<[string, object[], string]>([
    ['twice the same', [one('fuji'), one('mainnet'), one('fuji')], 'pChains.2.network: fuji is listed twice'],
    [
      'two defaults',
      [one('mainnet', { default: true }), one('fuji', { default: true })],
      'pChains: must have at most one default',
    ],
    [
      'an unknown format',
      [one('mainnet', { feeStateFormat: 'hex' })],
      'pChains.0.feeStateFormat: must be specification or node',
    ],
    [
      'indexed without a genesis, if no one knows it',
      [one('mainnet', { index: true }), one('own', { index: true })],
      'pChains.1.genesis: is required to index own: nodes do not serve its time and supply',
    ],
    ...[1, -1, '0', 'tail', 23_000_000, null].map((startBlock): [string, object[], string] => [
      `begun at ${startBlock}`,
      [one('mainnet', { startBlock })],
      'pChains.0.startBlock: must be 0 or head: a node only serves the state of its head',
    ]),
    ['a node without http', [one('mainnet', { rpcUrl: 'ws://node.test' })], 'pChains.0.rpcUrl: must be an http(s) URL'],
  ])('are not %s', (_, pChains, message) => expect(toError({ pChains })).toBe(message));
  test('fill in what is not said of them', () => {
    expect(parseConfig({ pChains: [one('mainnet')] }, 'test').pChains).toEqual([
      {
        ...{ network: 'mainnet', feeStateFormat: 'specification', default: false },
        ...{ index: false, startBlock: 0, proposers: false, follower: 'alone', callsPerSecond: 1_000 },
      },
    ]);
  });
  test.each([0, 'head'])('begin at %s', (startBlock) => {
    expect(parseConfig({ pChains: [one('mainnet', { startBlock })] }, 'test').pChains).toMatchObject([{ startBlock }]);
  });
  test('alone need no chain, not even the default one', () => {
    expect(parseConfig({ pChains: [one('mainnet')] }, 'test').chains).toEqual([]);
  });
  test('are none by default, where the default chain is', () => {
    const { chains, pChains } = parseConfig({}, 'test');
    expect([chains.map(({ chainId }) => chainId), pChains]).toEqual([['43114'], []]);
  });
  test.each([{ pChains: [] }, { chains: [] }, { chains: [], pChains: [] }])(
    'and the chains cannot both be none: %j',
    (config) => expect(toError(config)).toBe('chains: must have at least one chain unless pChains has one'),
  );
});
