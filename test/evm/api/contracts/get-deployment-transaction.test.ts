import type { Hex } from 'viem';
import { getAddress } from 'viem/utils';
import { handler } from '../../../../lambdas/evm/api/contracts/get-deployment-transaction';
import { call } from '../../../support/endpoints/call';
import { depsWith } from '../../../support/endpoints/deps';
import { badQuery, hidesItsCause, needsIndexedChain, PATH, refuses } from '../../../support/endpoints/refusals';
import { aCursor, address, aRawBlock, hash } from '../../../support/make/blocks';
import { knowTokens } from '../../../support/make/known-tokens';
import { aTransfer } from '../../../support/make/logs';

// Address 1 creates a contract in block 2 that mints a token to it; a creation in block 3 fails.
const [MADE, FAILED] = [9_002_000, 9_003_000];
const mint = aTransfer({ kind: 'erc20', token: MADE, from: 0, to: 1, value: 5n });
const blocks = {
  31337: [
    aRawBlock(1, [{ from: 1, to: 2 }]),
    aRawBlock(2, [{ from: 1, input: '0x6001', logs: [mint] }]),
    aRawBlock(3, [{ from: 1, failed: true }]),
  ],
};
const ask = (contract: number, query = {}) => ({ params: { chainId: '31337', address: address(contract) }, query });

describe('getDeploymentTransaction', () => {
  test('200: the creating transaction is shown whole, with its transfers', async () => {
    const { deps, table } = await depsWith({ blocks });
    await knowTokens(table, [{ token: MADE, ercType: 'ERC-20', name: 'Dollar', symbol: 'USD', decimals: 6 }]);
    const { status, body } = await call(handler, deps, ask(MADE));
    expect([status, body]).toEqual([
      200,
      {
        erc20Transfers: [
          expect.objectContaining({
            value: '5',
            erc20Token: {
              address: getAddress(address(MADE) as Hex),
              name: 'Dollar',
              symbol: 'USD',
              decimals: 6,
              ercType: 'ERC-20',
            },
          }),
        ],
        erc721Transfers: [],
        erc1155Transfers: [],
        internalTransactions: [],
        networkTokenDetails: { networkToken: { name: 'Ether', symbol: 'ETH', decimals: 18 } },
        nativeTransaction: expect.objectContaining({
          blockNumber: '2',
          txHash: hash(100_000_200_000),
          input: '0x6001',
          from: { address: address(1) },
          method: { callType: 'CONTRACT_CREATION', methodHash: '0x' },
        }),
      },
    ]);
  });
  test('200: a contract that was created again has its latest visible deployment', async () => {
    const again = aRawBlock(4, [{ from: 3 }]);
    const [receipt] = again.receipts;
    if (!receipt) throw new Error('no receipt');
    const made = { ...again, receipts: [{ ...receipt, contractAddress: address(MADE) }] };
    for (const [number, txHash] of [
      [3, hash(100_000_200_000)],
      [4, hash(100_000_400_000)],
    ] as const) {
      const all = { 31337: [...blocks[31337], made] };
      const { deps } = await depsWith({ blocks: all, cursors: { 31337: aCursor({ number }) } });
      expect((await call(handler, deps, ask(MADE))).body.nativeTransaction).toMatchObject({ txHash });
    }
  });
  test.each([
    ['an account', 5, 3],
    ['the contract of a failed creation', FAILED, 3],
    ['a contract of a half-written block', MADE, 1],
  ])('404: %s has no deployment, and the error names the indexed block', async (_, contract, number) => {
    const { deps } = await depsWith({ blocks, cursors: { 31337: aCursor({ number }) } });
    const { status, body } = await call(handler, deps, ask(contract));
    expect([status, body.message]).toEqual([
      404,
      `the deployment of ${address(contract)} on chain 31337 (indexed up to ${number}) was not found`,
    ]);
  });
  refuses(handler, ask(MADE), [
    PATH.chainId,
    PATH.address,
    badQuery('currency', 'gold', 'must be one of the documented currencies'),
  ]);
  needsIndexedChain(handler, ask(MADE));
  hidesItsCause(handler, ask(MADE));
});
