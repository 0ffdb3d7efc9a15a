import { handler } from '../../../../lambdas/evm/api/transactions/list-transactions';
import { isListOfBlocks } from '../../../support/endpoints/block-lists';
import { call } from '../../../support/endpoints/call';
import { depsWith } from '../../../support/endpoints/deps';
import { mergesKinds } from '../../../support/endpoints/merged-lists';
import { transactionsShown } from '../../../support/endpoints/shown';
import { address, aRawBlock } from '../../../support/make/blocks';
import { aTransfer } from '../../../support/make/logs';
import { ME, tokenWorld, transactionsIn } from '../../../support/make/token-world';

const blocks = tokenWorld(6, 20);
const truth = transactionsIn(blocks, ME).map(({ block, row: { isNative: _, ...row } }) => ({ block, row }));

describe('listTransactions', () => {
  test('200: each transaction has its transfers; tokens have no reputation in this version', async () => {
    const logs = (['erc20', 'erc721', 'erc1155'] as const).map((kind) =>
      aTransfer({ kind, token: 20, from: 1, to: 2 }),
    );
    const { deps } = await depsWith({ blocks: { 31337: [aRawBlock(1, [{ from: 1, to: 20, logs }])] } });
    const { status, body } = await call(handler, deps, { params: { chainId: '31337', address: address(2) } });
    const parties = { from: { address: address(1) }, to: { address: address(2) } };
    const nft = { address: address(20), tokenId: '1', tokenUri: '', metadata: { indexStatus: 'UNINDEXED' } };
    const names = { name: '', symbol: '' };
    expect([status, body]).toEqual([
      200,
      {
        transactions: [
          {
            nativeTransaction: expect.objectContaining({ blockNumber: '1', blockIndex: 0, value: '1' }),
            erc20Transfers: [
              {
                ...{ ...parties, logIndex: 0, value: '1' },
                erc20Token: { address: address(20), ...names, decimals: 0, decimalsMissing: true, ercType: 'ERC-20' },
              },
            ],
            erc721Transfers: [{ ...parties, logIndex: 1, erc721Token: { ...nft, ...names, ercType: 'ERC-721' } }],
            erc1155Transfers: [{ ...parties, logIndex: 2, value: '1', erc1155Token: { ...nft, ercType: 'ERC-1155' } }],
            internalTransactions: [],
          },
        ],
      },
    ]);
  });
  mergesKinds(handler);
  isListOfBlocks({ handler, address: ME, blocks, truth, toRows: transactionsShown, takes: ['sortOrder'] });
});
