import type { PChain } from '../../../lambdas/core/contract/pchain-config';
import { aPChain } from '../make/p-chain';
import { CHAIN, NETWORK } from '../pchain/indexed';
import { RECORDINGS } from '../pchain/recorded';
import { primaryWorld } from '../pchain/world';
import { type Asked, call, type Handler } from './call';
import { type AllDeps, depsWith } from './deps';
import { badQuery, hidesItsCause, PAGING, type Refusal, refuses } from './refusals';
import { readPages } from './transactions';
import { withMutedErrors } from './with-muted-errors';

export const ofNetwork = (query: NonNullable<Asked['query']> = {}, params: Record<string, string> = {}): Asked => ({
  params: { network: NETWORK, ...params },
  query,
});
export const ofPChain = (query: NonNullable<Asked['query']> = {}, params: Record<string, string> = {}): Asked =>
  ofNetwork(query, { blockchainId: 'p-chain', ...params });

export const toRows = async <T>(handler: Handler<AllDeps>, deps: AllDeps, asked: Asked, of: string): Promise<T[]> =>
  (await readPages(handler, deps, asked)).flatMap((page) => page[of] as T[]);

/** A valid id that nothing has, and one with a wrong checksum. */
export const NOTHING = '2q9e4r6Mu3U68nU1fYjgbR6JvwrRx36CohpAX5UQxse55x1Q5';
const WRONG = NOTHING.replace(/5$/, '6');
export const badIds = (name: string, what: string, where: 'params' | 'query'): Refusal[] => [
  [`a malformed ${name}`, { [where]: { [name]: '0x12' } }, `${name}: must be ${what} in cb58 (base58 with a checksum)`],
  [
    `a ${name} with a wrong checksum`,
    { [where]: { [name]: WRONG } },
    `${name}: ${WRONG} is not a valid CB58 ID (bad checksum or length)`,
  ],
];
const time = (name: string, value: string): Refusal => [
  `${name} ${value}`,
  { query: { [name]: value } },
  `${name}: must be a whole number from 0 to 2147483647`,
];
export const TIMES: readonly Refusal[] = [
  time('startTimestamp', '-1'),
  time('endTimestamp', '2147483648'),
  [
    'a start after the end',
    { query: { startTimestamp: '6', endTimestamp: '5' } },
    'endTimestamp: must not be below startTimestamp, 6',
  ],
];

export const LARGE_PAGING: readonly Refusal[] = [
  ...PAGING.filter(([wrong]) => wrong.includes('token')),
  ...['0', '10001', 'abc'].map((size) => badQuery('pageSize', size, 'must be a whole number from 1 to 10000')),
];

export function refusesOfNetwork(
  handler: Handler<AllDeps>,
  good: Asked,
  refused: readonly Refusal[],
  path: string = RECORDINGS[1],
): void {
  const { params } = good;
  refuses(
    handler,
    good,
    [
      [
        'a malformed network',
        { params: { network: 'A!' } },
        'network: must be mainnet, fuji, testnet or the name of a configured network',
      ],
      ...refused,
    ],
    () => primaryWorld(path),
  );
  hidesItsCause(handler, good, [aPChain(NETWORK, { index: true })]);
  needsIndexedNetwork(handler, good);
  if (params?.blockchainId === 'p-chain') needsPChain(handler, good, path);
}

function needsIndexedNetwork(handler: Handler<AllDeps>, good: Asked): void {
  const pChains = [aPChain(NETWORK, { index: true }), aPChain('fuji', { index: true }), aPChain('closed')];
  const ask = async (network: string, deps: AllDeps) => {
    const asked = { ...good, params: { ...good.params, network } };
    const { status, body } = await withMutedErrors(() => call(handler, deps, asked));
    return [status, body.message];
  };
  test.each<[why: string, network: string, has: PChain[], status: number, message: string]>([
    [
      '400: an unknown network is rejected with the list of known ones',
      'mainnet',
      pChains,
      400,
      'network: mainnet is not configured on this deployment, which has: recorded, fuji, closed',
    ],
    [
      '400: the list of known networks can be empty',
      'testnet',
      [],
      400,
      'network: testnet is not configured on this deployment, which has: none',
    ],
    [
      '404: a network without an index is not found',
      'closed',
      pChains,
      404,
      'an index of the P-Chain of closed was not found',
    ],
    ['503: testnet is an alias of fuji', 'testnet', pChains, 503, 'the P-Chain of fuji is not indexed yet; try again'],
  ])('%s', async (_, network, has, status, message) => {
    const { deps } = await depsWith({ pChains: has });
    expect(await ask(network, deps)).toEqual([status, message]);
  });
  test('503: a network with nothing indexed yet is not ready', async () => {
    const { deps, cursors } = await primaryWorld(RECORDINGS[1]);
    cursors.delete(CHAIN);
    expect(await ask(NETWORK, deps)).toEqual([503, 'the P-Chain of recorded is not indexed yet; try again']);
  });
}

function needsPChain(handler: Handler<AllDeps>, good: Asked, path: string): void {
  test.each(['x-chain', 'c-chain', NOTHING])('404: blockchain %s is not indexed', async (blockchainId) => {
    const { deps } = await primaryWorld(path);
    const { status, body } = await call(handler, deps, { ...good, params: { ...good.params, blockchainId } });
    const message = `${blockchainId} is not indexed on this deployment: only the P-Chain of a primary network is`;
    expect([status, body.message]).toEqual([404, message]);
  });
  test('200: the P-Chain ID and its alias return the same response', async () => {
    const { deps } = await primaryWorld(path);
    const blockchainId = '11111111111111111111111111111111LpoYY';
    const named = await call(handler, deps, good);
    const { status, body } = await call(handler, deps, { ...good, params: { ...good.params, blockchainId } });
    const { nextPageToken: _, ...rest } = named.body;
    expect([named.status, status, body]).toEqual([200, 200, expect.objectContaining(rest)]);
  });
}
