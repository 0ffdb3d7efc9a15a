import { handler } from '../../../../lambdas/evm/api/blocks/get-latest-blocks';
import { call } from '../../../support/endpoints/call';
import { depsWith } from '../../../support/endpoints/deps';
import { hidesItsCause, needsIndexedChain, PAGING, PATH, refuses } from '../../../support/endpoints/refusals';
import { showsNoOrphans } from '../../../support/endpoints/transactions';
import { aRawBlock, hash } from '../../../support/make/blocks';

const good = { params: { chainId: '31337' } };
const blocks = [1, 2, 3].map((n) => aRawBlock(n, [{ from: 1, to: 2 }]));

describe('getLatestBlocks', () => {
  test('200: blocks are listed newest first, with every field', async () => {
    const { deps } = await depsWith({ blocks: { 31337: blocks } });
    const { status, body } = await call(handler, deps, { ...good, query: { pageSize: '2' } });
    expect(status).toBe(200);
    expect(body).toEqual({
      nextPageToken: expect.any(String),
      blocks: [
        {
          chainId: '31337',
          blockNumber: '3',
          blockTimestamp: 1_700_000_003,
          blockHash: hash(1_000_003),
          parentHash: hash(1_000_002),
          txCount: 1,
          baseFee: '1000000000',
          gasUsed: '21000',
          gasLimit: '30000000',
          gasCost: '0',
          feesSpent: '42000000000000',
          cumulativeTransactions: '3',
        },
        expect.objectContaining({ blockNumber: '2' }),
      ],
    });
  });
  test('200: the last page has no nextPageToken', async () => {
    const { deps } = await depsWith({ blocks: { 31337: blocks } });
    const first = await call(handler, deps, { ...good, query: { pageSize: '2' } });
    const { body } = await call(handler, deps, { ...good, query: { pageToken: String(first.body.nextPageToken) } });
    expect(body).toEqual({ blocks: [expect.objectContaining({ blockNumber: '1' })] });
  });
  test('200: a chain that is not indexed yet has an empty list', async () => {
    const { deps } = await depsWith();
    expect((await call(handler, deps, good)).body).toEqual({ blocks: [] });
  });
  refuses(handler, good, [...PAGING, PATH.chainId]);
  showsNoOrphans(handler, good);
  needsIndexedChain(handler, good);
  hidesItsCause(handler, good);
});
