import { handler } from '../../../../lambdas/evm/api/transactions/list-latest-transactions';
import { call } from '../../../support/endpoints/call';
import { depsWith } from '../../../support/endpoints/deps';
import { badQuery, hidesItsCause, needsIndexedChain, PAGING, PATH, refuses } from '../../../support/endpoints/refusals';
import { getPlaces, readPages, showsNoOrphans } from '../../../support/endpoints/transactions';
import { aCursor, aRawBlock, hash } from '../../../support/make/blocks';

const good = { params: { chainId: '31337' } };
const blocks = {
  31337: [
    aRawBlock(1, [
      { from: 1, to: 2 },
      { from: 2, to: 1, failed: true },
    ]),
    aRawBlock(2, [{ from: 1, to: 2, failed: true }]),
    aRawBlock(3, [{ from: 171, to: 2, value: 7n, input: '0xa9059cbb00' }]),
  ],
};

describe('listLatestTransactions', () => {
  test('200: a transaction has the fields of its block, receipt and input', async () => {
    const { deps } = await depsWith({ blocks });
    const { status, body } = await call(handler, deps, { ...good, query: { pageSize: '1' } });
    expect(status).toBe(200);
    expect(body).toEqual({
      nextPageToken: expect.any(String),
      transactions: [
        {
          chainId: '31337',
          blockNumber: '3',
          blockTimestamp: 1_700_000_003,
          blockHash: hash(1_000_003),
          blockIndex: 0,
          txHash: hash(100_000_300_000),
          txStatus: '1',
          txType: 2,
          gasLimit: '50000',
          gasUsed: '21000',
          gasPrice: '2000000000',
          nonce: '0',
          from: { address: '0x00000000000000000000000000000000000000AB' },
          to: { address: '0x0000000000000000000000000000000000000002' },
          method: { callType: 'CONTRACT_CALL', methodHash: '0xa9059cbb', methodName: 'transfer(address,uint256)' },
          value: '7',
        },
      ],
    });
  });
  test.each([
    [{}, ['3/0', '2/0', '1/1', '1/0']],
    [{ status: 'failed' }, ['2/0', '1/1']],
    [{ status: 'success' }, ['3/0', '1/0']],
  ])('200: %j selects transactions, listed newest first', async (query, places) => {
    const { deps } = await depsWith({ blocks });
    const pages = await readPages(handler, deps, { ...good, query: { ...query, pageSize: '1' } });
    expect(pages.flatMap(getPlaces)).toEqual(places);
    expect(getPlaces((await call(handler, deps, { ...good, query })).body)).toEqual(places);
  });
  test('200: a half-written block is not listed', async () => {
    const { deps } = await depsWith({ blocks, cursors: { 31337: aCursor({ number: 2 }) } });
    expect(getPlaces((await call(handler, deps, good)).body)).toEqual(['2/0', '1/1', '1/0']);
  });
  refuses(handler, good, [...PAGING, PATH.chainId, badQuery('status', 'pending', 'must be failed or success')]);
  showsNoOrphans(handler, good);
  needsIndexedChain(handler, good);
  hidesItsCause(handler, good);
});
