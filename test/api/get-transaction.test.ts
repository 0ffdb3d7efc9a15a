import { handler } from '../../lambdas/api/get-transaction';
import { call } from '../support/call';
import { depsWith } from '../support/deps';
import { aCursor, aRawBlock, hash } from '../support/make';
import { hidesItsCause, needsIndexedChain, PATH, refuses, unknown } from '../support/refusals';

const blocks = {
  31337: [aRawBlock(1, [{ from: 1, to: 2 }]), aRawBlock(2, [{ from: 1, input: '0x60016002', failed: true }])],
};
const second = hash(100_000_200_000);
const ask = (txHash: string) => ({ params: { chainId: '31337', txHash } });

describe('getTransaction', () => {
  test.each([
    ['as it is', second],
    ['in upper case', `0x${second.slice(2).toUpperCase()}`],
  ])('200: the whole transaction by its hash, %s, with its token', async (_, txHash) => {
    const { deps } = await depsWith({ blocks });
    const { status, body } = await call(handler, deps, ask(txHash));
    expect(status).toBe(200);
    expect(body).toEqual({
      erc20Transfers: [],
      erc721Transfers: [],
      erc1155Transfers: [],
      internalTransactions: [],
      networkTokenDetails: { networkToken: { name: 'Ether', symbol: 'ETH', decimals: 18 } },
      nativeTransaction: expect.objectContaining({
        txHash: second,
        blockNumber: '2',
        blockHash: hash(1_000_002),
        txStatus: '0',
        input: '0x60016002',
        baseFeePerGas: '1000000000',
        maxFeePerGas: '3000000000',
        maxPriorityFeePerGas: '1000000000',
        to: { address: '0x0000000000000000000000000000000000000000' },
        method: { callType: 'CONTRACT_CREATION', methodHash: '0x' },
      }),
    });
  });
  test.each([
    ['an absent transaction', hash(9), 2],
    ['one of a half-written block', second, 1],
  ])('404: %s is named, with how far the index is', async (_, txHash, number) => {
    const { deps } = await depsWith({ blocks, cursors: { 31337: aCursor({ number }) } });
    const { status, body } = await call(handler, deps, ask(txHash));
    expect([status, body.message]).toEqual([
      404,
      `transaction ${txHash} of chain 31337 (indexed up to ${number}) was not found`,
    ]);
  });
  refuses(handler, ask(second), [PATH.chainId, PATH.txHash, unknown()]);
  needsIndexedChain(handler, ask(second));
  hidesItsCause(handler, ask(second));
});
