import { parseConfig } from '../../../lib/config';

/** The error of a configuration; undefined if valid. */
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
    ['a single limit of one plan', { pro: { rate: 2_000 } }],
    ['limits equal to the limits of the next plan', { anonymous: { rate: 20, burst: 100, quotaPerDay: 200_000 } }],
    ['a raised limit below a raised limit', { anonymous: { rate: 30 }, free: { rate: 40 } }],
    ['a limit of zero', { free: { webhooks: 0 } }],
  ])('the configuration accepts plans with %s', (_, plans) => expect(toError({ plans })).toBe(undefined));
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
  ])('limits must not fall from anonymous to pro: %s', (_, plans, message) => expect(toError({ plans })).toBe(message));
});

test('a batch has at most 100 calls unless the chain sets another limit', () => {
  const getBatch = (chain: object) =>
    parseConfig({ chains: [{ chainId: '1', ...chain }] }, 'test').chains[0]?.maxBatchCalls;
  expect([getBatch({}), getBatch({ maxBatchCalls: 1 }), getBatch({ maxBatchCalls: 500 })]).toEqual([100, 1, 500]);
  for (const maxBatchCalls of [0, -1, 1.5, '10', null])
    expect(toError({ chains: [{ chainId: '1', maxBatchCalls }] })).toMatch(/^chains\.0\.maxBatchCalls: /);
});

describe('the IDs of chains', () => {
  test('one chain may have the same blockchain ID and platform chain ID', () => {
    expect(toError({ chains: [{ chainId: '1', blockchainId: C, platformChainId: C }, { chainId: '2' }] })).toBe(
      undefined,
    );
  });
  test.each([
    ['an EVM chain id', { chainId: '1' }, { chainId: '1' }, 'chains.1.chainId: 1 already identifies chain 1'],
    [
      'a blockchain ID',
      { chainId: '1', blockchainId: C },
      { chainId: '2', blockchainId: C },
      `chains.1.blockchainId: ${C} already identifies chain 1`,
    ],
    [
      'a platform chain ID',
      { chainId: '1', platformChainId: C },
      { chainId: '2', blockchainId: D, platformChainId: C },
      `chains.1.platformChainId: ${C} already identifies chain 1`,
    ],
    [
      'a blockchain ID equal to the platform chain ID of another chain',
      { chainId: '1', platformChainId: C },
      { chainId: '2', blockchainId: C },
      `chains.1.blockchainId: ${C} already identifies chain 1`,
    ],
  ])('the configuration rejects %s shared by two chains', (_, one, two, message) => {
    expect(toError({ chains: [one, two] })).toBe(message);
  });
  test.each(['blockchainId', 'platformChainId'])('the %s must be cb58, as it is part of paths', (field) => {
    for (const id of ['43114', 'C', `${C}!`, `0${C.slice(1)}`])
      expect(toError({ chains: [{ chainId: '1', [field]: id }] })).toBe(
        `chains.0.${field}: must be a blockchain ID (cb58)`,
      );
  });
});

describe('P-Chains', () => {
  const one = (network: unknown, more: object = {}) => ({ network, ...more });
  test.each<[string, object]>([
    ['the public networks', { pChains: [one('mainnet'), one('fuji')] }],
    ['a custom network name', { pChains: [one(`l${'o'.repeat(30)}`), one('a-1')] }],
    ['one default', { pChains: [one('mainnet'), one('fuji', { default: true })] }],
    ['a fee state format', { pChains: [one('mainnet', { feeStateFormat: 'node' })] }],
    [
      'indexed networks',
      { pChains: [one('fuji', { index: true }), one('own', { index: true, genesis: { time: 1, supply: '7' } })] },
    ],
    ['a node URL', { pChains: [one('mainnet', { rpcUrl: 'https://node.test/ext/bc/P' })] }],
    ['P-Chains beside chains', { chains: [{ chainId: '1' }], pChains: [one('mainnet')] }],
    ['no P-Chain', { chains: [{ chainId: '1' }], pChains: [] }],
  ])('the configuration accepts %s', (_, config) => expect(toError(config)).toBe(undefined));
  test.each(['', 'ext', 'Mainnet', '1net', '-a', 'a_b', 'a/b', 'a.b', `l${'o'.repeat(31)}`])(
    'a network cannot be named %j, as its name is part of paths',
    (network) => {
      expect(toError({ pChains: [one(network)] })).toBe(
        'pChains.0.network: must be lower-case letters, digits and hyphens, and not ext or testnet',
      );
    },
  );
  test.each<[string, object[], string]>([
    ['a network listed twice', [one('fuji'), one('mainnet'), one('fuji')], 'pChains.2.network: fuji is listed twice'],
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
      'an indexed custom network without a genesis',
      [one('mainnet', { index: true }), one('own', { index: true })],
      'pChains.1.genesis: is required to index own: nodes do not serve its time and supply',
    ],
    ...[1, -1, '0', 'tail', 23_000_000, null].map((startBlock): [string, object[], string] => [
      `the startBlock ${startBlock}`,
      [one('mainnet', { startBlock })],
      'pChains.0.startBlock: must be 0 or head: a node only serves the state of its head',
    ]),
    [
      'a node URL that is not HTTP',
      [one('mainnet', { rpcUrl: 'ws://node.test' })],
      'pChains.0.rpcUrl: must be an http(s) URL',
    ],
  ])('the configuration rejects %s', (_, pChains, message) => expect(toError({ pChains })).toBe(message));
  test('omitted fields of a P-Chain get their defaults', () => {
    expect(parseConfig({ pChains: [one('mainnet')] }, 'test').pChains).toEqual([
      {
        ...{ network: 'mainnet', feeStateFormat: 'specification', default: false },
        ...{ index: false, startBlock: 0, proposers: false, follower: 'alone', callsPerSecond: 1_000 },
      },
    ]);
  });
  test.each([0, 'head'])('a P-Chain may start at %s', (startBlock) => {
    expect(parseConfig({ pChains: [one('mainnet', { startBlock })] }, 'test').pChains).toMatchObject([{ startBlock }]);
  });
  test('a configuration with a P-Chain needs no chain, not even the default one', () => {
    expect(parseConfig({ pChains: [one('mainnet')] }, 'test').chains).toEqual([]);
  });
  test('the default configuration has the default chain and no P-Chain', () => {
    const { chains, pChains } = parseConfig({}, 'test');
    expect([chains.map(({ chainId }) => chainId), pChains]).toEqual([['43114'], []]);
  });
  test.each([{ pChains: [] }, { chains: [] }, { chains: [], pChains: [] }])(
    'chains and pChains cannot both be empty: %j',
    (config) => expect(toError(config)).toBe('chains: must have at least one chain unless pChains has one'),
  );
});
