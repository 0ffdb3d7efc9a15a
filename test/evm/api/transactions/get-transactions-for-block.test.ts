import { handler } from '../../../../lambdas/evm/api/transactions/get-transactions-for-block';
import { call } from '../../../support/endpoints/call';
import { depsWith } from '../../../support/endpoints/deps';
import { badQuery, hidesItsCause, needsIndexedChain, PAGING, PATH, refuses } from '../../../support/endpoints/refusals';
import { getPlaces, readPages } from '../../../support/endpoints/transactions';
import { aCursor, aRawBlock, hash, type Sent } from '../../../support/make/blocks';

const sent: Sent[] = Array.from({ length: 120 }, (_, i) => ({ from: i + 1, to: 2 }));
const blocks = { 31337: [aRawBlock(1, [{ from: 1, to: 2 }]), aRawBlock(2, sent), aRawBlock(3, [])] };
const ask = (blockId: string, query = {}) => ({ params: { chainId: '31337', blockId }, query });
const inOrder = sent.map((_, i) => `2/${i}`);
const SIZE = 'must be a whole number from 0 to 100';

describe('getTransactionsForBlock', () => {
  test.each([
    ['number', '2'],
    ['hash', hash(1_000_002)],
  ])('200: without pageSize, a block by %s lists all its transactions in order on one page', async (_, id) => {
    const { deps } = await depsWith({ blocks });
    const { status, body } = await call(handler, deps, ask(id));
    expect([status, getPlaces(body), body.nextPageToken]).toEqual([200, inOrder, undefined]);
  });
  test('200: pages return each transaction once, in order', async () => {
    const { deps } = await depsWith({ blocks });
    const pages = await readPages(handler, deps, ask('2', { pageSize: '50' }));
    expect(pages.flatMap(getPlaces)).toEqual(inOrder);
    expect(pages.map((page) => getPlaces(page).length)).toEqual([50, 50, 20]);
  });
  test('200: an empty block has an empty list', async () => {
    const { deps } = await depsWith({ blocks });
    expect((await call(handler, deps, ask('3'))).body).toEqual({ transactions: [] });
  });
  test.each([
    ['unknown', '4', 3],
    ['half written', '3', 2],
  ])('404: the error names a block that is %s', async (_, id, number) => {
    const { deps } = await depsWith({ blocks, cursors: { 31337: aCursor({ number }) } });
    const { status, body } = await call(handler, deps, ask(id));
    expect([status, body.message]).toEqual([404, `block ${id} of chain 31337 (indexed up to ${number}) was not found`]);
  });
  refuses(handler, ask('1'), [
    // 0 is allowed here: it lists all.
    ...PAGING.filter(([wrong]) => !/pageSize (0|101|abc)/.test(wrong)),
    badQuery('pageSize', '101', SIZE),
    badQuery('pageSize', 'abc', SIZE),
    PATH.chainId,
    PATH.blockId,
  ]);
  needsIndexedChain(handler, ask('1'));
  hidesItsCause(handler, ask('1'));
});
