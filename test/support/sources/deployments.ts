const chain = (chainId: string, settings = {}) => ({ chainId, ...settings });
const indexed = { network: 'fuji', index: true };

/** Every switch that adds or removes a resource is on in one of them and off in another. */
export const DEPLOYMENTS: Readonly<Record<string, object>> = {
  'the default': {},
  'a chain that is followed alone': { chains: [chain('43114'), chain('1', { follower: 'alone' })] },
  'the only chain alone': { chains: [chain('43114', { follower: 'alone' })] },
  'forty chains, one polled, one without traces': {
    chains: Array.from({ length: 40 }, (_, i) =>
      chain(`${i + 1}`, i === 0 ? { follower: 'minute' } : i === 1 ? { traces: false } : { backfillWorkers: 1 }),
    ),
  },
  'no chain that is indexed': { chains: [chain('43114', { index: false })] },
  'an indexed P-chain': { chains: [chain('43114')], pChains: [indexed] },
  'an indexed P-chain beside the others of its group': {
    chains: [chain('43114')],
    pChains: [{ ...indexed, follower: 'continuous' }],
  },
  'a P-chain that is not indexed': { chains: [chain('43114')], pChains: [{ network: 'fuji' }] },
  'P-chains alone': { chains: [], pChains: [indexed, { network: 'mainnet' }] },
  'every switch of the service': {
    ...{ data: 'destroy', alarmEmail: 'ops@example.com', limitPerAddress: { requestsPerFiveMinutes: 500 } },
    ...{ pointInTimeRecovery: false, fetchNftMetadata: false, logRetentionDays: 1, contractVersion: '2026-05' },
    ...{ priceUrl: 'https://prices.example', keyHeaders: ['x-service-api-key', 'x-glacier-api-key'] },
  },
};
