import { handler } from '../../../../lambdas/evm/api/transactions/get-transaction';
import { MAX_TEXT_CHARACTERS } from '../../../../lambdas/evm/tokens/domain/token-text';
import { call } from '../../../support/endpoints/call';
import { depsWith } from '../../../support/endpoints/deps';
import { hidesItsCause, needsIndexedChain, PATH, refuses } from '../../../support/endpoints/refusals';
import { aCursor, address, aRawBlock, hash } from '../../../support/make/blocks';
import { knowTokens } from '../../../support/make/known-tokens';
import { aBatch, aTransfer } from '../../../support/make/logs';

const blocks = {
  31337: [aRawBlock(1, [{ from: 1, to: 2 }]), aRawBlock(2, [{ from: 1, input: '0x60016002', failed: true }])],
};
const second = hash(100_000_200_000);
const ask = (txHash: string) => ({ params: { chainId: '31337', txHash } });

/** A transaction with 10,001 transfers of an unread token, or of one with the longest stored name and symbol. */
async function ofMany({ named }: { named: boolean }) {
  const one = aTransfer({ kind: 'erc20', token: 20, from: 1, to: 2 });
  const block = aRawBlock(2, [{ from: 1, to: 20, logs: Array(10_001).fill(one) }]);
  const { deps, table } = await depsWith({ blocks: { 31337: [block] } });
  const [name, symbol] = [MAX_TEXT_CHARACTERS.name, MAX_TEXT_CHARACTERS.symbol].map((length) => '🦄'.repeat(length));
  if (named)
    await knowTokens(table, [{ token: 20, ercType: 'ERC-20', name: name ?? '', symbol: symbol ?? '', decimals: 18 }]);
  return call(handler, deps, ask(second));
}

describe('getTransaction', () => {
  test.each([
    ['in lower case', second],
    ['in upper case', `0x${second.slice(2).toUpperCase()}`],
  ])('200: a hash %s finds the whole transaction, with its network token', async (_, txHash) => {
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
  test('200: transfers of each kind are listed in order, with the known fields of their tokens', async () => {
    const parties = { from: 1, to: 2 };
    const logs = [
      aTransfer({ kind: 'erc721', token: 30, ...parties, id: 7n }),
      aTransfer({ kind: 'erc20', token: 20, ...parties, value: 5n }),
      aBatch({ token: 40, ...parties, to: 0 }, [
        [2n, 3n],
        [1n, 4n],
      ]),
      aTransfer({ kind: 'erc20', token: 21, ...parties, value: 6n }),
    ];
    const block = aRawBlock(2, [
      { from: 3, to: 20, logs: logs.slice(1, 2) },
      { from: 3, to: 20, logs },
    ]);
    const { deps, table } = await depsWith({ blocks: { 31337: [block] } });
    await knowTokens(table, [
      { token: 20, name: 'Dollar', symbol: 'USD', decimals: 6, reputation: 'Benign' },
      { token: 30, name: 'Apes', symbol: 'APE' },
    ]);
    const { status, body } = await call(handler, deps, ask(hash(100_000_200_001)));
    const [from, to, burnt] = [1, 2, 0].map((n) => ({ address: address(n) }));
    const unread = { name: '', symbol: '', decimals: 0, decimalsMissing: true, ercType: 'ERC-20' };
    const dollar = { name: 'Dollar', symbol: 'USD', decimals: 6, ercType: 'ERC-20' };
    const nft = { tokenUri: '', metadata: { indexStatus: 'UNINDEXED' } };
    const item = { ...nft, address: address(40), ercType: 'ERC-1155' };
    const { erc20Transfers, erc721Transfers, erc1155Transfers } = body;
    expect([status, erc20Transfers, erc721Transfers, erc1155Transfers]).toEqual([
      200,
      [
        { from, to, logIndex: 2, value: '5', erc20Token: { address: address(20), ...dollar } },
        { from, to, logIndex: 4, value: '6', erc20Token: { address: address(21), ...unread } },
      ],
      [
        {
          ...{ from, to, logIndex: 1 },
          erc721Token: {
            ...{ ...nft, address: address(30), tokenId: '7', ercType: 'ERC-721' },
            ...{ name: 'Apes', symbol: 'APE' },
          },
        },
      ],
      [
        { from, to: burnt, logIndex: 3, value: '3', erc1155Token: { ...item, tokenId: '2' } },
        { from, to: burnt, logIndex: 3, value: '4', erc1155Token: { ...item, tokenId: '1' } },
      ],
    ]);
  });
  test('200: only the first 10,000 transfers are listed', async () => {
    const { status, body } = await ofMany({ named: false });
    const shown = (body.erc20Transfers as { logIndex: number }[]).map(({ logIndex }) => logIndex);
    expect([status, shown]).toEqual([200, Array.from({ length: 10_000 }, (_, i) => i)]);
  });
  test('200: the response stays below the function limit of 6 MB with the longest token names', async () => {
    const { text } = await ofMany({ named: true });
    expect(Buffer.byteLength(text)).toBeLessThan(6 * 1024 * 1024);
  });
  test('200: the cursor is read again only for a stored transaction above the cached one', async () => {
    const { deps } = await depsWith({ blocks });
    for (const [cached, reads] of [
      [1, 1],
      [2, 0],
    ] as const) {
      let fresh = 0;
      const find = async (_: string, now = false) => {
        if (now) fresh += 1;
        return aCursor({ number: now ? 2 : cached });
      };
      const older = { ...deps, Cursor: { ...deps.Cursor, find } };
      expect([(await call(handler, older, ask(second))).status, fresh]).toEqual([200, reads]);
      expect((await call(handler, older, ask(hash(9)))).status).toBe(404);
      expect(fresh).toBe(reads);
    }
  });
  test.each([
    ['an unknown transaction', hash(9), 2],
    ['a transaction of a half-written block', second, 1],
  ])('404: the error names %s and the indexed block', async (_, txHash, number) => {
    const { deps } = await depsWith({ blocks, cursors: { 31337: aCursor({ number }) } });
    const { status, body } = await call(handler, deps, ask(txHash));
    expect([status, body.message]).toEqual([
      404,
      `transaction ${txHash} of chain 31337 (indexed up to ${number}) was not found`,
    ]);
  });
  refuses(handler, ask(second), [PATH.chainId, PATH.txHash]);
  needsIndexedChain(handler, ask(second));
  hidesItsCause(handler, ask(second));
});
