import * as fc from 'fast-check';
import { addressesIn } from '../../../../lambdas/pchain/api/shared/ids';
import { handler } from '../../../../lambdas/pchain/api/utxos/get-utxos-by-addresses';
import { utxoOfItems } from '../../../../lambdas/pchain/rows/items';
import { call } from '../../../support/endpoints/call';
import { BAD_ADDRESSES, getStranger, needsAddresses, STRANGER } from '../../../support/endpoints/p-chain-addresses';
import { badIds, NOTHING, ofPChain, refusesOfNetwork, toRows } from '../../../support/endpoints/primary-network';
import { badQuery, PAGING } from '../../../support/endpoints/refusals';
import { readPages } from '../../../support/endpoints/transactions';
import { KINDS, listedUtxos, toIds, utxoWorld } from '../../../support/endpoints/utxo-lists';
import { runs } from '../../../support/full';
import { hash } from '../../../support/make/blocks';
import { getNetwork } from '../../../support/pchain/expected/network';
import {
  type ExpectedOwnedUtxo,
  expectedUtxos,
  ownedUtxos,
  ownersIn,
} from '../../../support/pchain/expected/owned-utxos';
import { NETWORK } from '../../../support/pchain/indexed';
import { RECORDINGS, RecordedNetwork } from '../../../support/pchain/recorded';
import { primaryDeps, withNetwork } from '../../../support/pchain/world';

describe.each(RECORDINGS)('getUtxosByAddresses: %s', (path) => {
  test('200: spent and unspent outputs of an address are listed by time or amount in both orders', async () => {
    const { deps, recording, owners, known } = await utxoWorld(path);
    for (const address of owners)
      for (const { query, ...kind } of KINDS) {
        const expected = expectedUtxos(recording, { addresses: [address], ...kind });
        // One output per page, unless there are many.
        const pageSize = expected.length > 50 ? '60' : '1';
        const asked = { ...query, addresses: address, pageSize };
        const found = await listedUtxos(deps, asked);
        expect([address, kind, known(found)]).toEqual([address, kind, expected]);
        expect(await listedUtxos(deps, { ...asked, addresses: `P-${address}`, sortOrder: 'desc' })).toEqual(
          found.toReversed(),
        );
      }
    const { body } = await call(handler, deps, ofPChain({ addresses: String(owners[0]) }));
    expect(body.chainInfo).toEqual({ chainName: 'p-chain', network: 'recorded' });
    expect(body.utxos).toHaveLength(Math.min(10, expectedUtxos(recording, { addresses: owners.slice(0, 1) }).length));
  });
  test('200: by default unspent outputs are listed, newest first', async () => {
    const { deps, recording, owners } = await utxoWorld(path);
    for (const address of owners) {
      const found = await toRows(handler, deps, ofPChain({ addresses: address }), 'utxos');
      expect(found).toEqual(expectedUtxos(recording, { addresses: [address] }).toReversed());
    }
  });
  test('200: pages of any size list outputs of several addresses once', async () => {
    const { deps, recording, owners, known } = await utxoWorld(path);
    for (const { query, ...kind } of KINDS) {
      const expected = expectedUtxos(recording, { addresses: owners, ...kind });
      const asked = { ...query, addresses: owners.join(', ') };
      for (const pageSize of expected.length > 100 ? ['30', '100'] : ['1', '2', '100']) {
        const found = await listedUtxos(deps, { ...asked, pageSize });
        expect([kind, pageSize, known(found)]).toEqual([kind, pageSize, expected]);
        expect(await listedUtxos(deps, { ...asked, pageSize, sortOrder: 'desc' })).toEqual(found.toReversed());
      }
    }
    // A page is full while more rows follow.
    const { body } = await call(handler, deps, ofPChain({ addresses: owners.join(), pageSize: '7' }));
    expect(body.utxos).toHaveLength(7);
  });
  test('200: any combination of filters lists the matching outputs', async () => {
    const { deps, recording, network, owners, known } = await utxoWorld(path);
    const all = ownedUtxos(network);
    const amounts = [...new Set(all.map(({ utxo }) => BigInt(utxo.amount)))];
    const least = fc.constantFrom(...amounts, ...amounts.map((one) => one + 1n), 0n, 10n ** 20n - 1n);
    const asked = fc.record({
      addresses: fc.subarray(owners, { minLength: 1, maxLength: 4 }),
      least: fc.option(least, { nil: undefined }),
      assetId: fc.option(fc.constantFrom(NOTHING, ...new Set(all.map(({ utxo }) => utxo.assetId))), { nil: undefined }),
      kind: fc.constantFrom(...KINDS),
      sortOrder: fc.constantFrom('asc', 'desc'),
      pageSize: fc.constantFrom('2', '5', '100'),
    });
    const property = fc.asyncProperty(
      asked,
      async ({ kind: { query, ...kind }, addresses, least, assetId, ...rest }) => {
        const filter = {
          ...(least !== undefined && { minUtxoAmount: String(least) }),
          ...(assetId !== undefined && { assetId }),
        };
        const found = await listedUtxos(deps, { ...query, ...filter, addresses: addresses.join(), ...rest });
        const expected = expectedUtxos(recording, {
          ...{ addresses, ...kind },
          ...(least !== undefined && { least }),
          ...(assetId !== undefined && { assetId }),
        });
        expect(toIds(known(found))).toEqual(toIds(rest.sortOrder === 'asc' ? expected : expected.toReversed()));
      },
    );
    await fc.assert(property, runs(30, 2_400));
  });
  test('200: spent genesis outputs show their signers as owners', async () => {
    const { deps, owners, open, network } = await utxoWorld(path);
    const found = new Map<string, string[]>();
    for (const address of owners) {
      const rows = await listedUtxos(deps, { addresses: address, includeSpent: 'true', pageSize: '100' });
      for (const row of rows) {
        const { utxoId, addresses = [], blockNumber, threshold, consumingBlockNumber } = row;
        if (open.has(utxoId)) {
          found.set(utxoId, [...(found.get(utxoId) ?? []), address]);
          expect({ addresses, blockNumber, threshold }).toEqual({
            addresses: [address],
            blockNumber: '0',
            threshold: 1,
          });
          expect([row.utxoBytes, row.platformLocktime]).toEqual([undefined, undefined]);
          const { spent } = ownedUtxos(network).find(({ utxo }) => utxo.utxoId === utxoId) ?? {};
          expect(consumingBlockNumber).toBe(String(spent?.height));
        }
      }
    }
    expect([...found.keys()]).toEqual([...open]);
    for (const lists of found.values()) expect(lists).toHaveLength(1);
  });
  test('200: an address without outputs has an empty list', async () => {
    const { deps } = await utxoWorld(path);
    expect(await listedUtxos(deps, { addresses: STRANGER, includeSpent: 'true' })).toEqual([]);
  });
});

test.each(KINDS)('200: pages of one keep the order of outputs with equal transaction and amount: $query', ({ query }) =>
  withNetwork(RECORDINGS[1], async (net) => {
    await net.followTo(1);
    const texts = [STRANGER, getStranger(7)];
    const owners = { locktime: 0n, threshold: 2, addresses: addressesIn('addresses', texts, 'custom') };
    const common = { ...{ txId: hash(5), assetId: hash(6), amount: 9n, by: hash(5) }, origin: 'transaction' } as const;
    const rows = [0, 1, 2, 3, 10, 200].map((outputIndex) => {
      return { ...common, outputIndex, owners, created: { block: 1, time: 5 } };
    });
    await net.table.write(rows.flatMap((row) => utxoOfItems(NETWORK, row).map((put) => ({ put }))));
    const { deps } = await primaryDeps(net);
    for (const sortOrder of ['asc', 'desc']) {
      const asked = ofPChain({ ...query, addresses: texts.join(), pageSize: '1', sortOrder });
      const pages = await readPages(handler, deps, asked);
      const shown = pages.map(({ utxos }) => (utxos as ExpectedOwnedUtxo[]).map(({ outputIndex }) => outputIndex));
      const expected = rows.map(({ outputIndex }) => [outputIndex]);
      expect([sortOrder, shown]).toEqual([sortOrder, sortOrder === 'asc' ? expected : expected.toReversed()]);
    }
  }),
);

const [OWNER = ''] = ownersIn(getNetwork(new RecordedNetwork(RECORDINGS[1]).recording));
needsAddresses(handler, ofPChain({ addresses: OWNER }));
refusesOfNetwork(handler, ofPChain({ addresses: OWNER }), [
  ...PAGING,
  ...BAD_ADDRESSES,
  ...badIds('assetId', 'an asset ID', 'query'),
  ...['-1', '1.5', '1e3', '1'.repeat(21)].map((amount) =>
    badQuery('minUtxoAmount', amount, 'must be a whole number of at most 20 decimal digits'),
  ),
  badQuery('includeSpent', 'yes', 'must be true or false'),
  badQuery('sortBy', 'age', 'must be timestamp or amount'),
  badQuery('sortOrder', 'up', 'must be asc or desc'),
]);
