import * as fc from 'fast-check';
import { getAddress } from 'viem/utils';
import { handler as getBlock } from '../../../lambdas/evm/api/blocks/get-block';
import { handler as latestBlocks } from '../../../lambdas/evm/api/blocks/get-latest-blocks';
import { handler as latestOfAll } from '../../../lambdas/evm/api/blocks/list-latest-blocks-all-chains';
import type { TokenRecord } from '../../../lambdas/evm/tokens/rows/token-item';
import { checksummed, namesIn, richAddress } from '../../../lambdas/evm/views/address';
import { type Asked, call, type Handler } from '../../support/endpoints/call';
import { type AllDeps, depsWith } from '../../support/endpoints/deps';
import { aCursor, address, aRawBlock } from '../../support/make/blocks';

const nothing = () => undefined;
/** A token record of address 1. */
const aToken = (said: Partial<TokenRecord>): [string, TokenRecord] => [
  address(1),
  { token: address(1), ercType: 'ERC-20', reputation: null, live: false, ...said },
];

describe('addresses in answers', () => {
  test('addresses have the EIP-55 checksums that viem computes', () => {
    const bytes = fc
      .uint8Array({ minLength: 20, maxLength: 20 })
      .map((b) => `0x${Buffer.from(b).toString('hex')}` as const);
    void fc.assert(fc.property(bytes, (address) => expect(checksummed(address)).toBe(getAddress(address))));
  });
  test('a missing address is shown as the zero address', () =>
    expect(richAddress(undefined, namesIn(new Map(), nothing))).toEqual({ address: `0x${'0'.repeat(40)}` }));
  test('an address has the fields of its record unless it is malicious', () => {
    const said = { name: 'Dollar', symbol: 'USD', decimals: 6, logoUri: 'https://logo.example/usd.png' };
    for (const [reputation, shown] of [
      ['Benign', said],
      [null, said],
      ['Malicious', {}],
    ] as const)
      expect(richAddress(address(1), namesIn(new Map([aToken({ ...said, reputation })]), nothing))).toEqual({
        ...shown,
        address: address(1),
      });
  });
  test('address fields are dropped after 500 kB: 6,000 rows stay below 1 MB', () => {
    const [name, symbol] = ['🦄'.repeat(128), '🦄'.repeat(64)];
    const names = namesIn(new Map([aToken({ name, symbol, decimals: 18, reputation: null })]), nothing);
    const rows = Array.from({ length: 6_000 }, () => richAddress(address(1), names));
    expect(rows[0]).toMatchObject({ name, symbol });
    expect(rows.at(-1)).toEqual({ address: address(1) });
    expect(Buffer.byteLength(JSON.stringify(rows))).toBeLessThan(1_000_000);
  });
});

describe('running transaction count', () => {
  test('every response adds the transactions that a backfill counted below the block', async () => {
    const blocks = [7, 8, 9].map((number) => aRawBlock(number, [{ from: 1, to: 2 }]));
    const cursor = aCursor({
      number: 9,
      start: 9,
      counts: [
        { from: 8, before: 100 },
        { from: 9, before: 200 },
      ],
    });
    const { deps } = await depsWith({ blocks: { 31337: blocks }, cursors: { 31337: cursor } });
    const counts = ['102', '203', '1'];
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
