import { handler } from '../../../../lambdas/evm/api/transfers/list-erc-1155-transactions';
import { isListOfBlocks } from '../../../support/endpoints/block-lists';
import { call } from '../../../support/endpoints/call';
import { depsWith } from '../../../support/endpoints/deps';
import { transfersShown } from '../../../support/endpoints/shown';
import { address, aRawBlock, hash } from '../../../support/make/blocks';
import { aBatch } from '../../../support/make/logs';
import { isParty, ME, tokenWorld, transfersIn } from '../../../support/make/token-world';

const blocks = tokenWorld(4, 40);

describe('listErc1155Transactions', () => {
  test('200: each entry of a batch is a separate row with the same log index', async () => {
    const logs = [
      [[7n, 1n]] as const,
      [
        [8n, 2n ** 256n - 1n],
        [9n, 0n],
      ] as const,
    ].map((entries) => aBatch({ token: 40, from: 1, to: 0 }, entries));
    const { deps } = await depsWith({ blocks: { 31337: [aRawBlock(3, [{ from: 1, to: 40, logs }])] } });
    const { status, body } = await call(handler, deps, { params: { chainId: '31337', address: address(1) } });
    const row = (logIndex: number, tokenId: string, value: string) => ({
      blockNumber: '3',
      blockTimestamp: 1_700_000_003,
      blockHash: hash(1_000_003),
      txHash: hash(100_000_300_000),
      from: { address: address(1) },
      to: { address: address(0) },
      logIndex,
      value,
      erc1155Token: {
        ...{ address: address(40), tokenId, tokenUri: '', ercType: 'ERC-1155' },
        metadata: { indexStatus: 'UNINDEXED' },
      },
    });
    expect([status, body]).toEqual([
      200,
      { transactions: [row(1, '9', '0'), row(1, '8', String(2n ** 256n - 1n)), row(0, '7', '1')] },
    ]);
  });
  isListOfBlocks({
    ...{ handler, address: ME, blocks, toRows: transfersShown },
    truth: transfersIn(blocks, (t) => t.kind === 'ERC-1155' && isParty(ME)(t)),
  });
});
