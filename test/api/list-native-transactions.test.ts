import { handler } from '../../lambdas/api/list-native-transactions';
import { call } from '../support/call';
import { depsWith } from '../support/deps';
import { aCursor, address, aRawBlock } from '../support/make';
import { badQuery, hidesItsCause, needsIndexedChain, PAGING, PATH, refuses, unknown } from '../support/refusals';
import { pagesOf, placesOf, showsNoOrphans } from '../support/transactions';

// Address 1 sends, receives, sends to itself; address 3 has nothing to do with it.
const blocks = {
  31337: [
    aRawBlock(1, [
      { from: 1, to: 2 },
      { from: 3, to: 2 },
    ]),
    aRawBlock(2, [
      { from: 2, to: 1 },
      { from: 1, to: 1 },
    ]),
    aRawBlock(3, [{ from: 2, to: 3 }]),
    aRawBlock(4, [{ from: 1 }]),
  ],
};
const ask = (query = {}, who = address(1)) => ({ params: { chainId: '31337', address: who }, query });
const newestFirst = ['4/0', '2/1', '2/0', '1/0'];
const NUMBER = 'must be a whole number from 0 to 9999999999';

describe('listNativeTransactions', () => {
  test('200: a transaction stands for itself, without transfers', async () => {
    const { deps } = await depsWith({ blocks });
    const { status, body } = await call(handler, deps, ask({ pageSize: '1' }));
    expect(status).toBe(200);
    expect(body).toEqual({
      nextPageToken: expect.any(String),
      transactions: [
        expect.objectContaining({
          blockNumber: '4',
          blockIndex: 0,
          method: { callType: 'CONTRACT_CREATION', methodHash: '0x' },
        }),
      ],
    });
  });
  test.each([
    ['nothing asked', {}, newestFirst],
    ['startBlock', { startBlock: '2' }, ['4/0', '2/1', '2/0']],
    ['endBlock', { endBlock: '2' }, ['2/1', '2/0', '1/0']],
    ['both ends, which are in', { startBlock: '2', endBlock: '2' }, ['2/1', '2/0']],
    ['a range beyond the chain', { startBlock: '9', endBlock: '12' }, []],
  ])('200: with %s just these, page by page or at once', async (_, query, places) => {
    const { deps } = await depsWith({ blocks });
    expect(placesOf((await call(handler, deps, ask(query))).body)).toEqual(places);
    expect((await pagesOf(handler, deps, ask({ ...query, pageSize: '1' }))).flatMap(placesOf)).toEqual(places);
  });
  test('200: the address in any case, the contract that a creation made, and an address that did nothing', async () => {
    const { deps } = await depsWith({ blocks });
    const placesFor = async (who: string) => placesOf((await call(handler, deps, ask({}, who))).body);
    expect(await placesFor(address(9_004_000).replace(/[a-f]/g, (c) => c.toUpperCase()))).toEqual(['4/0']);
    expect(await placesFor(address(8))).toEqual([]);
  });
  test('200: a half-written block is not listed', async () => {
    const { deps } = await depsWith({ blocks, cursors: { 31337: aCursor({ number: 3 }) } });
    expect(placesOf((await call(handler, deps, ask())).body)).toEqual(newestFirst.slice(1));
  });
  refuses(handler, ask(), [
    ...PAGING,
    PATH.chainId,
    PATH.address,
    badQuery('startBlock', '-1', NUMBER),
    badQuery('endBlock', '10000000000', NUMBER),
    [
      'endBlock below startBlock',
      { query: { startBlock: '5', endBlock: '4' } },
      'endBlock: must not be below startBlock, 5',
    ],
    [
      'sortOrder, which this list does not have',
      { query: { sortOrder: 'asc' } },
      'sortOrder: unknown; this endpoint takes pageToken, pageSize, startBlock, endBlock',
    ],
    unknown('pageToken', 'pageSize', 'startBlock', 'endBlock'),
  ]);
  showsNoOrphans(handler, ask());
  needsIndexedChain(handler, ask());
  hidesItsCause(handler, ask());
});
