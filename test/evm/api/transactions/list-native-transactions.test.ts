import { handler } from '../../../../lambdas/evm/api/transactions/list-native-transactions';
import { isListOfBlocks } from '../../../support/endpoints/block-lists';
import { call } from '../../../support/endpoints/call';
import { depsWith } from '../../../support/endpoints/deps';
import { getPlaces } from '../../../support/endpoints/transactions';
import { address, aRawBlock } from '../../../support/make/blocks';
import { ME, tokenWorld, transactionsIn } from '../../../support/make/token-world';

const blocks = tokenWorld(1, 30);
const truth = transactionsIn(blocks, ME).flatMap(({ block, row }) => (row.isNative ? [{ block, row: row.place }] : []));

describe('listNativeTransactions', () => {
  test('200: transactions have no transfers; a created contract lists its creation', async () => {
    const { deps } = await depsWith({ blocks: { 31337: [aRawBlock(4, [{ from: 1 }])] } });
    for (const party of [1, 9_004_000]) {
      const { status, body } = await call(handler, deps, { params: { chainId: '31337', address: address(party) } });
      expect([status, body]).toEqual([
        200,
        {
          transactions: [
            expect.objectContaining({
              blockNumber: '4',
              blockIndex: 0,
              method: { callType: 'CONTRACT_CREATION', methodHash: '0x' },
            }),
          ],
        },
      ]);
    }
  });
  isListOfBlocks({ handler, address: ME, blocks, truth, toRows: getPlaces });
});
