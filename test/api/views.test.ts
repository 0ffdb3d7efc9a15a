import * as fc from 'fast-check';
import { getAddress } from 'viem/utils';
import { handler as getBlock } from '../../lambdas/api/blocks/get-block';
import { handler as latestBlocks } from '../../lambdas/api/blocks/get-latest-blocks';
import { handler as latestOfAll } from '../../lambdas/api/blocks/list-all-latest-blocks';
import { checksummed, richAddress } from '../../lambdas/api/views/address';
import { type Asked, call, type Handler } from '../support/endpoints/call';
import { type AllDeps, depsWith } from '../support/endpoints/deps';
import { aCursor, aRawBlock } from '../support/make/blocks';

describe('addresses in answers', () => {
  test('have EIP-55 checksums, as viem computes them', () => {
    const bytes = fc
      .uint8Array({ minLength: 20, maxLength: 20 })
      .map((b) => `0x${Buffer.from(b).toString('hex')}` as const);
    void fc.assert(fc.property(bytes, (address) => expect(checksummed(address)).toBe(getAddress(address))));
  });
  test('a missing address is shown as the zero address', () =>
    expect(richAddress(undefined)).toEqual({ address: `0x${'0'.repeat(40)}` }));
});

describe('the running count of transactions', () => {
  test('of the follower’s blocks includes what a backfill counted before them, in every response', async () => {
    const blocks = [7, 8, 9].map((number) => aRawBlock(number, [{ from: 1, to: 2 }]));
    const cursor = aCursor({ number: 9, start: 8, base: 100 });
    const { deps } = await depsWith({ blocks: { 31337: blocks }, cursors: { 31337: cursor } });
    const counts = ['102', '103', '1'];
    const count = async (blockId: string) =>
      (await call(getBlock, deps, { params: { chainId: '31337', blockId } })).body.cumulativeTransactions;
    expect(await Promise.all(['8', '9', '7'].map(count))).toEqual(counts);
    const lists: [Handler<AllDeps>, Asked][] = [
      [latestBlocks, { params: { chainId: '31337' } }],
      [latestOfAll, {}],
      [latestOfAll, { query: { chainId: '31337' } }],
    ];
    for (const [handler, asked] of lists) {
      const { body } = await call(handler, deps, asked);
      const found = body.blocks as { cumulativeTransactions: string }[];
      expect(found.map((block) => block.cumulativeTransactions).toSorted()).toEqual(counts.toSorted());
    }
  });
});
