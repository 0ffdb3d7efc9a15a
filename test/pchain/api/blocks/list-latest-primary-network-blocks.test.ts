import * as fc from 'fast-check';
import { handler } from '../../../../lambdas/pchain/api/blocks/list-latest-primary-network-blocks';
import { call } from '../../../support/endpoints/call';
import type { AllDeps } from '../../../support/endpoints/deps';
import { ofPChain, refusesOfNetwork, TIMES, toRows } from '../../../support/endpoints/primary-network';
import { badQuery, PAGING } from '../../../support/endpoints/refusals';
import { readPages } from '../../../support/endpoints/transactions';
import { runs } from '../../../support/full';
import { type ExpectedBlock, expectedBlocks } from '../../../support/pchain/expected/blocks';
import { RECORDINGS } from '../../../support/pchain/recorded';
import { primaryWorld } from '../../../support/pchain/world';

const getBlocks = (deps: AllDeps, query: Record<string, string>) =>
  toRows<ExpectedBlock>(handler, deps, ofPChain(query), 'blocks');
const heights = (blocks: readonly ExpectedBlock[]) => blocks.map(({ blockNumber }) => blockNumber);

describe.each(RECORDINGS)('listLatestPrimaryNetworkBlocks: %s', (path) => {
  test('200: pages of 7 list every block once, newest first', async () => {
    const { deps, recording, last } = await primaryWorld(path);
    const pages = await readPages(handler, deps, ofPChain({ pageSize: '7' }));
    expect(pages.map(({ chainInfo }) => chainInfo)).toEqual(
      pages.map(() => ({ chainName: 'p-chain', network: 'recorded' })),
    );
    const expected = expectedBlocks(recording).toReversed();
    expect(pages.map(({ blocks }) => (blocks as unknown[]).length)).toEqual(
      pages.map((_, i) => Math.min(7, expected.length - 7 * i)),
    );
    expect(pages.flatMap(({ blocks }) => blocks)).toMatchObject(expected);
    expect(expected).toHaveLength(last + 1);
  });
  test('200: a time range includes its start and excludes its end', async () => {
    const { deps, recording } = await primaryWorld(path);
    const all = expectedBlocks(recording).toReversed();
    const times = all.map(({ blockTimestamp }) => blockTimestamp);
    const shared = times.filter((time, i) => times.indexOf(time) !== i);
    const check = async (startTimestamp: number | undefined, endTimestamp: number | undefined, pageSize: number) => {
      const range = { ...(startTimestamp && { startTimestamp }), ...(endTimestamp && { endTimestamp }), pageSize };
      const query = Object.fromEntries(Object.entries(range).map(([name, value]) => [name, String(value)]));
      const expected = all.filter(
        ({ blockTimestamp: time }) =>
          time >= (startTimestamp ?? 0) && time < (endTimestamp ?? Number.POSITIVE_INFINITY),
      );
      expect([range, heights(await getBlocks(deps, query))]).toEqual([range, heights(expected)]);
    };
    for (const time of new Set(shared)) {
      await check(time, undefined, 100);
      await check(undefined, time, 100);
      await check(time, time + 1, 1);
    }
    expect(shared).not.toEqual([]);
    const anyTime = fc
      .tuple(fc.constantFrom(...times), fc.constantFrom(-1, 0, 1, 9_999, -9_999))
      .map(([time, by]) => time + by);
    const bound = fc.option(anyTime, { nil: undefined });
    await fc.assert(
      fc.asyncProperty(bound, bound, fc.constantFrom(10, 100), async (a, b, pageSize) => {
        const ordered = a !== undefined && b !== undefined && a > b;
        await (ordered ? check(b, a, pageSize) : check(a, b, pageSize));
      }),
      runs(40),
    );
  });
  test('200: blocks above the cursor or newer than the first page are not listed', async () => {
    const { deps, cursors, recording } = await primaryWorld(path, 20);
    const expected = heights(expectedBlocks(recording)).slice(0, 21).toReversed();
    expect(heights(await getBlocks(deps, { pageSize: '3' }))).toEqual(expected);
    const { body } = await call(handler, deps, ofPChain({ pageSize: '3' }));
    for (const [name, cursor] of cursors) cursors.set(name, { ...cursor, number: 30 });
    const rest = await getBlocks(deps, { pageSize: '3', pageToken: String(body.nextPageToken) });
    expect(heights(rest)).toEqual(expected.slice(3));
    const time = expectedBlocks(recording)[25]?.blockTimestamp;
    expect(await getBlocks((await primaryWorld(path, 20)).deps, { startTimestamp: String(time) })).toEqual([]);
  });
});
refusesOfNetwork(handler, ofPChain({ pageSize: '2' }), [
  ...PAGING,
  ...TIMES,
  badQuery('startTimestamp', ['5', '6'], 'must not be repeated (given 2 times)'),
]);
