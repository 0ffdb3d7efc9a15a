import { handler } from '../../../../lambdas/pchain/api/transactions/list-latest-primary-network-transactions';
import { call } from '../../../support/endpoints/call';
import type { AllDeps } from '../../../support/endpoints/deps';
import { badIds, NOTHING, ofPChain, refusesOfNetwork, TIMES, toRows } from '../../../support/endpoints/primary-network';
import { badQuery, PAGING } from '../../../support/endpoints/refusals';
import { transactionsOfValidation } from '../../../support/pchain/expected/lists';
import { getNetwork } from '../../../support/pchain/expected/network';
import { type ExpectedTransaction, expectedTransactions } from '../../../support/pchain/expected/transactions';
import { allValidations } from '../../../support/pchain/expected/validations';
import { RECORDINGS } from '../../../support/pchain/recorded';
import { primaryWorld, transactionWorld } from '../../../support/pchain/world';

type Query = Record<string, string | string[]>;
const getTransactions = (deps: AllDeps, query: Query) =>
  toRows<ExpectedTransaction>(handler, deps, ofPChain(query), 'transactions');
const toIds = async (deps: AllDeps, query: Query) => (await getTransactions(deps, query)).map(({ txHash }) => txHash);

describe.each(RECORDINGS)('listLatestPrimaryNetworkTransactions: %s', (path) => {
  test('200: pages of any size list all transactions, oldest or newest first', async () => {
    const { deps, all } = await transactionWorld(path);
    expect(await getTransactions(deps, { sortOrder: 'asc', pageSize: '100' })).toMatchObject(all);
    expect(await getTransactions(deps, {})).toMatchObject(all.toReversed());
    const ids = all.map(({ txHash }) => txHash);
    for (const pageSize of ['1', '7', '100']) {
      expect(await toIds(deps, { sortOrder: 'asc', pageSize })).toEqual(ids);
      expect(await toIds(deps, { sortOrder: 'desc', pageSize })).toEqual(ids.toReversed());
    }
    const { body } = await call(handler, deps, ofPChain());
    expect(body.chainInfo).toEqual({ chainName: 'p-chain', network: 'recorded' });
  });
  test('200: transactions are filtered by type, also if a type is repeated', async () => {
    const { deps, all, types } = await transactionWorld(path);
    for (const type of types) {
      const ids = all.filter(({ txType }) => txType === type).map(({ txHash }) => txHash);
      for (const txTypes of [type, [type, type]])
        expect([txTypes, await toIds(deps, { txTypes, sortOrder: 'asc', pageSize: '5' })]).toEqual([txTypes, ids]);
    }
    expect(await toIds(deps, { txTypes: 'AdvanceTimeTx' })).toEqual([]);
    // Clients have one list of types for all chains; X-Chain types match nothing here.
    const transfers = all.filter(({ txType }) => txType === 'BaseTx').map(({ txHash }) => txHash);
    for (const type of ['CreateAssetTx', 'OperationTx']) {
      expect(await toIds(deps, { txTypes: type })).toEqual([]);
      expect(await toIds(deps, { txTypes: [type, 'BaseTx'], sortOrder: 'asc' })).toEqual(transfers);
    }
    expect(types.length).toBeGreaterThan(10);
  });
  test('200: transactions are filtered by address, with or without the P- prefix', async () => {
    const { deps, openIds, byAddress } = await transactionWorld(path);
    for (const [address, ids] of byAddress) {
      const found = await toIds(deps, { addresses: address, sortOrder: 'asc', pageSize: '9' });
      expect([address, found.filter((id) => ids.includes(id) || !openIds.has(id))]).toEqual([address, ids]);
      expect(new Set(found).size).toBe(found.length);
      expect(await toIds(deps, { addresses: `P-${address}`, pageSize: '50' })).toEqual(found.toReversed());
    }
  });
  test('200: transactions of several addresses are listed once', async () => {
    const { deps, all, openIds, byAddress, addresses } = await transactionWorld(path);
    const concerned = new Set([...byAddress.values()].flat());
    const ids = all.map(({ txHash }) => txHash).filter((id) => concerned.has(id) || openIds.has(id));
    for (const pageSize of ['4', '100']) {
      const query = { addresses: addresses.join(','), pageSize };
      expect([pageSize, await toIds(deps, { ...query, sortOrder: 'asc' })]).toEqual([pageSize, ids]);
      expect([pageSize, await toIds(deps, query)]).toEqual([pageSize, ids.toReversed()]);
    }
    expect(addresses.length).toBeGreaterThan(5);
  });
  test('200: transactions are filtered by L1 validator, by both spellings of the parameter', async () => {
    const { deps, recording } = await transactionWorld(path);
    const validations = [...allValidations(getNetwork(recording)).keys()];
    for (const id of validations) {
      const ids = transactionsOfValidation(recording, id);
      expect([id, await toIds(deps, { l1ValidationId: id, sortOrder: 'asc', pageSize: '2' })]).toEqual([id, ids]);
      expect(await toIds(deps, { l1ValidationID: id })).toEqual(ids.toReversed());
    }
    expect(await toIds(deps, { l1ValidationId: NOTHING })).toEqual([]);
    expect(validations.length).toBeGreaterThan(1);
  });
  test('200: transactions are filtered by timestamp', async () => {
    const { deps, all } = await transactionWorld(path);
    for (const time of new Set(all.map(({ blockTimestamp }) => blockTimestamp))) {
      const ids = all.filter(({ blockTimestamp }) => blockTimestamp === time).map(({ txHash }) => txHash);
      expect([time, await toIds(deps, { timestamp: String(time), sortOrder: 'asc' })]).toEqual([time, ids]);
    }
    expect(await toIds(deps, { timestamp: '5' })).toEqual([]);
  });
  test('200: transactions above the cursor or newer than the first page are not listed', async () => {
    const { deps, cursors, recording } = await primaryWorld(path, 20);
    const all = expectedTransactions(recording).filter(({ blockNumber }) => Number(blockNumber) <= 20);
    const ids = all.map(({ txHash }) => txHash);
    expect(await toIds(deps, { pageSize: '4' })).toEqual(ids.toReversed());
    const addresses = (await transactionWorld(path)).addresses.join();
    for (const query of [{}, { addresses }]) {
      const asked = { ...query, pageSize: '4', sortOrder: 'asc' };
      const expected = await toIds(deps, asked);
      expect(ids).toEqual(expect.arrayContaining(expected));
      const { body } = await call(handler, deps, ofPChain(asked));
      for (const [name, cursor] of cursors) cursors.set(name, { ...cursor, number: 30 });
      expect(await toIds(deps, { ...asked, pageToken: String(body.nextPageToken) })).toEqual(expected.slice(4));
      for (const [name, cursor] of cursors) cursors.set(name, { ...cursor, number: 20 });
    }
  });
});

const FOREIGN = 'avax1h2ccj9f5ay5acl6tyn9mwmw32p8wref8vl8ctg';
const TIME = 'cannot be combined with startTimestamp or endTimestamp';
refusesOfNetwork(handler, ofPChain({ pageSize: '2' }), [
  ...PAGING,
  ...TIMES,
  ...badIds('l1ValidationId', 'a validation ID', 'query'),
  badQuery('sortOrder', 'up', 'must be asc or desc'),
  ['timestamp with startTimestamp', { query: { timestamp: '5', startTimestamp: '5' } }, `timestamp: ${TIME}`],
  ['timestamp with endTimestamp', { query: { timestamp: '5', endTimestamp: '6' } }, `timestamp: ${TIME}`],
  [
    'an unknown transaction type',
    { query: { txTypes: ['BaseTx', 'baseTx'] } },
    'txTypes.1: must be a documented transaction type',
  ],
  badQuery('addresses', FOREIGN, `${FOREIGN} belongs to another network: addresses of this one start with custom1`),
  badQuery(
    'addresses',
    `${FOREIGN.slice(0, -1)}q`,
    `${FOREIGN.slice(0, -1)}q is not a valid address (bad checksum or length)`,
  ),
  [
    'an Ethereum address',
    { query: { addresses: '0x12' } },
    'addresses.0: must be a P-Chain address in bech32, with or without P-',
  ],
  [
    'addresses with a validation ID',
    { query: { addresses: FOREIGN, l1ValidationID: NOTHING } },
    'l1ValidationId: cannot be combined with addresses',
  ],
]);
