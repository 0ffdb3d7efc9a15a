import { getFailure } from '../../../../lambdas/core/node/classify';
import { NodeDown } from '../../../../lambdas/core/node/errors';
import { handler } from '../../../../lambdas/evm/api/balances/get-native-balance';
import { call } from '../../../support/endpoints/call';
import { depsWith } from '../../../support/endpoints/deps';
import { badQuery, hidesItsCause, needsIndexedChain, PATH, refuses } from '../../../support/endpoints/refusals';
import { withMutedErrors } from '../../../support/endpoints/with-muted-errors';
import { aChain, aCursor, address, aRawBlock } from '../../../support/make/blocks';

const ask = (query = {}) => ({ params: { chainId: '31337', address: address(1) }, query });
const blocks = {
  31337: [
    aRawBlock(1, [{ from: 1, to: 2 }], { balances: { [address(1)]: '0x64', [address(2)]: '0x1' } }),
    aRawBlock(2, [{ from: 3, to: 2 }]),
  ],
};
const down = async () => {
  throw new NodeDown('the node of chain 31337 does not answer');
};
const refuse = async () => {
  throw getFailure({ code: -32_000, message: 'missing trie node at a-secret-host' });
};

describe('getNativeBalance', () => {
  test.each([
    ['at the indexed block', {}, '0x2', '2'],
    ['at blockNumber', { blockNumber: '1' }, '0x1', '1'],
  ])('200: the balance comes from the node, %s', async (_, query, at, blockNumber) => {
    const asked: unknown[] = [];
    const node = async (...call: unknown[]) => {
      asked.push(call);
      return '0xde0b6b3a7640000';
    };
    const chain = aChain({
      networkToken: { name: 'Ether', symbol: 'ETH', decimals: 18, logoUri: 'https://logo.example/eth.png' },
    });
    const { deps } = await depsWith({ chains: [chain], blocks, node });
    const { status, body } = await call(handler, deps, ask(query));
    expect(asked).toEqual([['31337', 'eth_getBalance', [address(1), at]]]);
    expect(status).toBe(200);
    expect(body).toEqual({
      nativeTokenBalance: { ...chain.networkToken, chainId: '31337', balance: '1000000000000000000', blockNumber },
    });
  });
  test('200: while the node is down, the balance after the latest transaction is shown with its block', async () => {
    const { deps } = await depsWith({ blocks, node: down });
    const { status, body } = await call(handler, deps, ask());
    expect([status, body.nativeTokenBalance]).toEqual([
      200,
      expect.objectContaining({ balance: '100', blockNumber: '1' }),
    ]);
  });
  test.each([
    ['a past block', ask({ blockNumber: '1' })],
    ['an address that was never read', { params: { chainId: '31337', address: address(9) } }],
  ])('503: the balance of %s is unavailable while the node is down', async (_, asked) => {
    const { deps } = await depsWith({ blocks, node: down });
    const { status, body } = await withMutedErrors(() => call(handler, deps, asked));
    expect([status, body]).toEqual([
      503,
      { message: 'the node of chain 31337 does not answer', statusCode: 503, error: 'Service Unavailable' },
    ]);
  });
  test('503: a node without the state of the block is reported without its own message', async () => {
    const { deps } = await depsWith({ blocks, node: refuse });
    const { status, body } = await withMutedErrors(() => call(handler, deps, ask({ blockNumber: '1' })));
    expect([status, body.message]).toEqual([503, 'the node of chain 31337 keeps no state of block 1']);
  });
  test.each([
    ['null', null],
    ['text', 'soon'],
  ])('502: the node answers %s in place of a quantity', async (_, answer) => {
    const { deps } = await depsWith({ blocks, node: async () => answer });
    const { status, body } = await withMutedErrors(() => call(handler, deps, ask()));
    expect([status, body.error]).toEqual([502, 'Bad Gateway']);
  });
  test.each([
    ['a block above the index', ask({ blockNumber: '3' }), undefined, 'block 3 of chain 31337 (indexed up to 2)'],
    ['a chain without blocks', ask(), aCursor({ number: -1, time: 0 }), 'an indexed block of chain 31337'],
  ])('404: %s is not found, without a node call', async (_, asked, cursor, named) => {
    const { deps } = await depsWith({ blocks, cursors: cursor ? { 31337: cursor } : {} });
    const { status, body } = await call(handler, deps, asked);
    expect([status, body.message]).toEqual([404, `${named} was not found`]);
  });
  refuses(handler, ask(), [
    PATH.chainId,
    PATH.address,
    badQuery('blockNumber', '0x1', 'must be a whole number from 0 to 9999999999'),
    badQuery('blockNumber', ['1', '2'], 'must not be repeated (given 2 times)'),
    badQuery('currency', 'gold', 'must be one of the documented currencies'),
  ]);
  needsIndexedChain(handler, ask());
  hidesItsCause(handler, ask());
});
