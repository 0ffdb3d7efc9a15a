import type { RawBlock } from '../../../lambdas/evm/domain/rpc';
import { aCursor, address } from '../make/blocks';
import type { Truth } from '../make/token-world';
import type { Asked, Handler } from './call';
import { type AllDeps, depsWith } from './deps';
import { badQuery, hidesItsCause, needsIndexedChain, PAGING, PATH, refuses } from './refusals';
import { readPages, showsNoOrphans } from './transactions';

interface ListOf<T> {
  readonly handler: Handler<AllDeps>;
  /** Contains letters: their case must not matter. */
  readonly address: string;
  readonly blocks: readonly RawBlock[];
  /** Ascending. */
  readonly truth: readonly Truth<T>[];
  readonly toRows: (body: Record<string, unknown>) => T[];
  /** Extra query parameters, in the order that the endpoint declares them. */
  readonly takes?: readonly string[];
}

const NUMBER = 'must be a whole number from 0 to 9999999999';

export function isListOfBlocks<T>({ handler, address: who, blocks, truth, toRows, takes = [] }: ListOf<T>): void {
  const ask = (query: Asked['query'] = {}, whose = who): Asked => ({
    params: { chainId: '31337', address: whose },
    query,
  });
  const rowsFrom = async (deps: AllDeps, asked: Asked) => (await readPages(handler, deps, asked)).flatMap(toRows);
  const last = blocks.length;
  const [low, high] = [Math.ceil(last / 3), Math.ceil((2 * last) / 3)];
  const orders = takes.includes('sortOrder') ? [undefined, 'desc', 'asc'] : [undefined];
  const rows = (order: string | undefined, startBlock = 0, endBlock = last + 1) => {
    const inRange = truth.filter(({ block }) => block >= startBlock && block < endBlock).map(({ row }) => row);
    return order === 'asc' ? inRange : inRange.toReversed();
  };
  const inOrder = (order: string | undefined) => (order ? { sortOrder: order } : {});
  // Shared: tests only read it.
  const indexed = depsWith({ blocks: { 31337: blocks } });

  test.each(orders)(
    '200: pages of 1, 2, 7 and 100 return each row once and in order (sortOrder: %s)',
    async (order) => {
      const { deps } = await indexed;
      for (const pageSize of ['1', '2', '7', '100'])
        expect([pageSize, await rowsFrom(deps, ask({ ...inOrder(order), pageSize }))]).toEqual([pageSize, rows(order)]);
      expect(truth.length).toBeGreaterThan(20);
    },
  );
  test.each([
    ['startBlock', low, undefined],
    ['endBlock', undefined, high],
    ['both bounds, endBlock exclusive,', low, high],
    ['one block', low, low + 1],
    ['the last block', last, last + 1],
    ['no block', low, low],
    ['no block before the first', 0, 0],
    ['blocks beyond the chain', last + 1, last + 9],
  ])('200: a range with %s returns only its rows', async (_, startBlock, endBlock) => {
    const { deps } = await indexed;
    const range = {
      ...(startBlock === undefined ? {} : { startBlock: String(startBlock) }),
      ...(endBlock === undefined ? {} : { endBlock: String(endBlock) }),
    };
    for (const order of orders)
      expect(await rowsFrom(deps, ask({ ...range, ...inOrder(order), pageSize: '7' }))).toEqual(
        rows(order, startBlock, endBlock),
      );
  });
  test('200: the address matches in any case, and one without rows has an empty list', async () => {
    const { deps } = await indexed;
    const upper = `0x${who.slice(2).toUpperCase()}`;
    expect(upper).not.toBe(who);
    expect(await rowsFrom(deps, ask({}, upper))).toEqual(rows('desc'));
    expect(await rowsFrom(deps, ask({}, address(0xdead)))).toEqual([]);
  });
  test('200: half-written blocks are left out', async () => {
    const { deps } = await depsWith({ blocks: { 31337: blocks }, cursors: { 31337: aCursor({ number: high }) } });
    expect(await rowsFrom(deps, ask())).toEqual(rows('desc', 0, high + 1));
    expect(rows('desc', high + 1)).not.toEqual([]);
  });
  refuses(handler, ask(), [
    ...PAGING,
    PATH.chainId,
    PATH.address,
    badQuery('startBlock', '-1', NUMBER),
    badQuery('endBlock', '10000000000', NUMBER),
    [
      'an endBlock below startBlock',
      { query: { startBlock: '5', endBlock: '4' } },
      'endBlock: must not be below startBlock, 5',
    ],
    ...(takes.includes('sortOrder') ? [badQuery('sortOrder', 'up', 'must be asc or desc')] : []),
  ]);
  showsNoOrphans(handler, ask());
  needsIndexedChain(handler, ask());
  hidesItsCause(handler, ask());
}
