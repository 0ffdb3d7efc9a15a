import { handler } from '../../../../lambdas/evm/api/transfers/list-erc-20-transactions';
import { isListOfBlocks } from '../../../support/endpoints/block-lists';
import { call } from '../../../support/endpoints/call';
import { depsWith } from '../../../support/endpoints/deps';
import { transfersShown } from '../../../support/endpoints/shown';
import { readPages } from '../../../support/endpoints/transactions';
import { address, aRawBlock, hash } from '../../../support/make/blocks';
import { knowTokens } from '../../../support/make/known-tokens';
import { aTransfer } from '../../../support/make/logs';
import { isParty, ME, tokenWorld, transfersIn } from '../../../support/make/token-world';

const blocks = tokenWorld(2, 40);
const ask = (who: string) => ({ params: { chainId: '31337', address: who } });

describe('listErc20Transactions', () => {
  test('200: a transfer has its position, its parties and the known fields of its token', async () => {
    const moved = aTransfer({ kind: 'erc20', token: 20, from: 1, to: 2, value: 2n ** 256n - 1n });
    const { deps, table } = await depsWith({ blocks: { 31337: [aRawBlock(3, [{ from: 1, to: 20, logs: [moved] }])] } });
    const logoUri = 'https://logo.example/1.png';
    await knowTokens(table, [{ token: 20, ercType: 'ERC-20', name: 'Dollar', symbol: 'USD', decimals: 6, logoUri }]);
    const { status, body } = await call(handler, deps, ask(address(2)));
    expect([status, body]).toEqual([
      200,
      {
        transactions: [
          {
            blockNumber: '3',
            blockTimestamp: 1_700_000_003,
            blockHash: hash(1_000_003),
            txHash: hash(100_000_300_000),
            from: { address: address(1) },
            to: { address: address(2) },
            logIndex: 0,
            value: String(2n ** 256n - 1n),
            erc20Token: {
              ...{ address: address(20), name: 'Dollar', symbol: 'USD', decimals: 6, logoUri },
              ercType: 'ERC-20',
            },
          },
        ],
      },
    ]);
  });
  test('200: an unread token has empty names, and no decimals or reputation', async () => {
    const moved = aTransfer({ kind: 'erc20', token: 20, from: 0, to: 2 });
    const { deps } = await depsWith({ blocks: { 31337: [aRawBlock(3, [{ from: 1, to: 20, logs: [moved] }])] } });
    const { body } = await call(handler, deps, ask(address(0)));
    expect(body.transactions).toEqual([
      expect.objectContaining({
        from: { address: address(0) },
        erc20Token: {
          address: address(20),
          name: '',
          symbol: '',
          decimals: 0,
          decimalsMissing: true,
          ercType: 'ERC-20',
        },
      }),
    ]);
  });
  test('200: the milliseconds of a block are shown if its chain has them', async () => {
    const logs = [aTransfer({ kind: 'erc20', token: 20, from: 1, to: 2 })];
    const { block, ...rest } = aRawBlock(3, [{ from: 1, to: 20, logs }]);
    const precise = { ...rest, block: { ...block, timestampMilliseconds: '0x18bcfe56bb8' } };
    const { deps } = await depsWith({ blocks: { 31337: [precise] } });
    const { body } = await call(handler, deps, ask(address(2)));
    expect(body.transactions).toEqual([expect.objectContaining({ blockTimestampMilliseconds: 0x18bcfe56bb8 })]);
  });
  test('200: mints and burns are in the list of the zero address', async () => {
    const { deps } = await depsWith({ blocks: { 31337: blocks } });
    const pages = await readPages(handler, deps, { ...ask(address(0)), query: { pageSize: '7' } });
    const minted = transfersIn(blocks, (t) => t.kind === 'ERC-20' && isParty(address(0))(t));
    expect(pages.flatMap(transfersShown)).toEqual(minted.map(({ row }) => row).toReversed());
    expect(minted.length).toBeGreaterThan(20);
  });
  isListOfBlocks({
    ...{ handler, address: ME, blocks, toRows: transfersShown },
    truth: transfersIn(blocks, (t) => t.kind === 'ERC-20' && isParty(ME)(t)),
  });
});
