import { handler } from '../../../../lambdas/evm/api/transfers/list-erc-721-transactions';
import { isListOfBlocks } from '../../../support/endpoints/block-lists';
import { call } from '../../../support/endpoints/call';
import { depsWith } from '../../../support/endpoints/deps';
import { transfersShown } from '../../../support/endpoints/shown';
import { address, aRawBlock, hash } from '../../../support/make/blocks';
import { knowTokens } from '../../../support/make/known-tokens';
import { aTransfer } from '../../../support/make/logs';
import { isParty, ME, tokenWorld, transfersIn } from '../../../support/make/token-world';

const blocks = tokenWorld(3, 40);

describe('listErc721Transactions', () => {
  test.each([
    ['known', [{ token: 30, name: 'Apes', symbol: 'APE' }], { name: 'Apes', symbol: 'APE' }],
    ['not read yet', [], { name: '', symbol: '' }],
  ])('200: a transfer has its position, its parties and its token if the collection is %s', async (_, known, names) => {
    const moved = aTransfer({ kind: 'erc721', token: 30, from: 0, to: 2, id: 2n ** 256n - 1n });
    const { deps, table } = await depsWith({
      blocks: { 31337: [aRawBlock(3, [{ from: 1, to: 30, logs: [moved] }])] },
    });
    await knowTokens(table, known);
    const { status, body } = await call(handler, deps, { params: { chainId: '31337', address: address(2) } });
    expect([status, body]).toEqual([
      200,
      {
        transactions: [
          {
            blockNumber: '3',
            blockTimestamp: 1_700_000_003,
            blockHash: hash(1_000_003),
            txHash: hash(100_000_300_000),
            from: { address: address(0) },
            to: { address: address(2) },
            logIndex: 0,
            erc721Token: {
              ...{
                address: address(30),
                tokenId: String(2n ** 256n - 1n),
                tokenUri: '',
                ...names,
                ercType: 'ERC-721',
              },
              metadata: { indexStatus: 'UNINDEXED' },
            },
          },
        ],
      },
    ]);
  });
  isListOfBlocks({
    ...{ handler, address: ME, blocks, toRows: transfersShown },
    truth: transfersIn(blocks, (t) => t.kind === 'ERC-721' && isParty(ME)(t)),
  });
});
