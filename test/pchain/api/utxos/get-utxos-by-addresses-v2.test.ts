import { handler as getUtxos } from '../../../../lambdas/pchain/api/utxos/get-utxos-by-addresses';
import { handler } from '../../../../lambdas/pchain/api/utxos/get-utxos-by-addresses-v2';
import { call } from '../../../support/endpoints/call';
import type { AllDeps } from '../../../support/endpoints/deps';
import { getStranger, refusesBodiesOfAddresses, STRANGER } from '../../../support/endpoints/p-chain-addresses';
import { badIds, ofPChain, refusesOfNetwork, toRows } from '../../../support/endpoints/primary-network';
import { badQuery, PAGING } from '../../../support/endpoints/refusals';
import { getNetwork } from '../../../support/pchain/expected/network';
import { type ExpectedOwnedUtxo, expectedUtxos, ownersIn } from '../../../support/pchain/expected/owned-utxos';
import { RECORDINGS, RecordedNetwork } from '../../../support/pchain/recorded';
import { primaryWorld } from '../../../support/pchain/world';

type Query = Record<string, string>;
const ask = (addresses: readonly string[], query: Query = {}) => ({
  ...ofPChain(query),
  body: { addresses: addresses.join() },
});
const listed = (deps: AllDeps, addresses: readonly string[], query: Query) =>
  toRows<ExpectedOwnedUtxo>(handler, deps, ask(addresses, query), 'utxos');
/** Addresses without outputs. */
const strangers = (count: number) => Array.from({ length: count }, (_, n) => getStranger(n));

describe.each(RECORDINGS)('getUtxosByAddressesV2: %s', (path) => {
  test('200: outputs equal those of GET', async () => {
    const { deps, recording } = await primaryWorld(path);
    const network = getNetwork(recording);
    const owners = ownersIn(network);
    const { avaxAssetId } = network;
    for (const query of [
      ...[{}, { includeSpent: 'true' }, { sortBy: 'amount' }, { sortOrder: 'asc', minUtxoAmount: '5000' }],
      { includeSpent: 'true', sortBy: 'amount', sortOrder: 'asc', assetId: avaxAssetId },
    ])
      for (const addresses of [owners, owners.slice(1, 3)]) {
        const asked = ofPChain({ ...query, addresses: addresses.join(), pageSize: '100' });
        const expected = await toRows<ExpectedOwnedUtxo>(getUtxos, deps, asked, 'utxos');
        expect(await listed(deps, addresses, { ...query, pageSize: '5' })).toEqual(expected);
        const caller = { plan: 'pro', ownerId: 'team-7' };
        const { status, body } = await call(handler, deps, {
          ...ask(addresses, { ...query, pageSize: '1024' }),
          caller,
        });
        const chainInfo = { chainName: 'p-chain', network: 'recorded' };
        expect([status, body]).toEqual([200, { utxos: expected, chainInfo }]);
      }
  });
  test('200: up to 256 addresses and pages of up to 1024 are allowed', async () => {
    const { deps, recording } = await primaryWorld(path);
    const owners = ownersIn(getNetwork(recording));
    const addresses = [...strangers(256 - owners.length), ...owners];
    const expected = expectedUtxos(recording, { addresses: owners });
    for (const pageSize of ['6', '1024'])
      expect(await listed(deps, addresses, { sortOrder: 'asc', pageSize })).toEqual(expected);
    const [first] = (await call(handler, deps, ask(addresses))).body.utxos as ExpectedOwnedUtxo[];
    expect(first).toEqual(expected.at(-1));
  });
  test('400: a page token of other addresses is rejected', async () => {
    const { deps, recording } = await primaryWorld(path);
    const owners = ownersIn(getNetwork(recording));
    const query = { includeSpent: 'true', pageSize: '1' };
    const { body } = await call(handler, deps, ask(owners, query));
    const next = { ...query, pageToken: String(body.nextPageToken) };
    expect((await call(handler, deps, ask(owners, next))).status).toBe(200);
    for (const addresses of [owners.slice(1), [...owners, STRANGER]]) {
      const answer = await call(handler, deps, ask(addresses, next));
      const message = 'pageToken: does not match this query; resend the original parameters or omit it';
      expect([answer.status, answer.body.message]).toEqual([400, message]);
    }
  });
});

const [OWNER = ''] = ownersIn(getNetwork(new RecordedNetwork(RECORDINGS[1]).recording));
const SIZE = 'must be a whole number from 1 to 1024';
refusesBodiesOfAddresses(handler);
refusesOfNetwork(handler, ask([OWNER]), [
  ...PAGING.filter(([wrong]) => wrong.includes('token')),
  ...['0', '1025', 'abc'].map((size) => badQuery('pageSize', size, SIZE)),
  ...badIds('assetId', 'an asset ID', 'query'),
  badQuery('minUtxoAmount', '-1', 'must be a whole number of at most 20 decimal digits'),
  badQuery('includeSpent', 'yes', 'must be true or false'),
  badQuery('sortBy', 'age', 'must be timestamp or amount'),
  badQuery('sortOrder', 'up', 'must be asc or desc'),
]);
