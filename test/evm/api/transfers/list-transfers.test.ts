import { handler } from '../../../../lambdas/evm/api/transfers/list-transfers';
import { isListOfBlocks } from '../../../support/endpoints/block-lists';
import { call } from '../../../support/endpoints/call';
import { depsWith } from '../../../support/endpoints/deps';
import { transfersShown } from '../../../support/endpoints/shown';
import { readPages } from '../../../support/endpoints/transactions';
import { address, aRawBlock, hash } from '../../../support/make/blocks';
import { knowTokens } from '../../../support/make/known-tokens';
import { aTransfer } from '../../../support/make/logs';
import { TOKENS, tokenWorld, transfersIn } from '../../../support/make/token-world';

const blocks = tokenWorld(5, 40);
const ask = (token: string, query = {}) => ({ params: { chainId: '31337', address: token }, query });

describe('listTransfers', () => {
  test('200: a row only has the token field of its standard, even if one contract implements three', async () => {
    const logs = (['erc20', 'erc721', 'erc1155'] as const).map((kind) =>
      aTransfer({ kind, token: 20, from: 0, to: 2 }),
    );
    const { deps, table } = await depsWith({ blocks: { 31337: [aRawBlock(3, [{ from: 1, to: 20, logs }])] } });
    await knowTokens(table, [{ token: 20, name: 'Both', symbol: 'B', decimals: 2, reputation: 'Benign' }]);
    const { status, body } = await call(handler, deps, ask(address(20)));
    const place = {
      ...{ blockNumber: '3', blockTimestamp: 1_700_000_003, blockHash: hash(1_000_003), txHash: hash(100_000_300_000) },
      ...{ from: { address: address(0) }, to: { address: address(2) } },
    };
    const nft = { address: address(20), tokenId: '1', tokenUri: '', metadata: { indexStatus: 'UNINDEXED' } };
    expect([status, body]).toEqual([
      200,
      {
        transfers: [
          { ...place, logIndex: 2, value: '1', erc1155Token: { ...nft, ercType: 'ERC-1155' } },
          { ...place, logIndex: 1, erc721Token: { ...nft, name: 'Both', symbol: 'B', ercType: 'ERC-721' } },
          {
            ...{ ...place, logIndex: 0, value: '1' },
            erc20Token: { address: address(20), name: 'Both', symbol: 'B', decimals: 2, ercType: 'ERC-20' },
          },
        ],
      },
    ]);
  });
  test.each(Object.entries(TOKENS))('200: every %s transfer is listed once, newest first', async (_, token) => {
    const { deps } = await depsWith({ blocks: { 31337: blocks } });
    const truth = transfersIn(blocks, (t) => t.token === address(token)).map(({ row }) => row);
    const pages = await readPages(handler, deps, ask(address(token), { pageSize: '7' }));
    expect(pages.flatMap(transfersShown)).toEqual(truth.toReversed());
    expect(truth.length).toBeGreaterThan(20);
  });
  test('200: a token with the smallest possible transfers is paged to its end', async () => {
    const nothing = aTransfer({ kind: 'erc20', token: 20, from: 0, to: 0, value: 0n });
    const block = aRawBlock(1, [{ from: 1, to: 20, logs: Array(400).fill(nothing) }]);
    const { deps } = await depsWith({ blocks: { 31337: [block] } });
    const rows = (await readPages(handler, deps, ask(address(20), { pageSize: '100' }))).flatMap(transfersShown);
    expect(rows.map(({ logIndex }) => logIndex)).toEqual(Array.from({ length: 400 }, (_, i) => 399 - i));
  });
  isListOfBlocks({
    ...{ handler, address: address(TOKENS.erc1155), blocks, toRows: transfersShown },
    truth: transfersIn(blocks, (t) => t.token === address(TOKENS.erc1155)),
  });
});
