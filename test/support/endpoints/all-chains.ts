import type { Cursor } from '../../../lambdas/chain/domain/cursor';
import type { RawBlock } from '../../../lambdas/evm/domain/rpc';
import { aChain, aCursor, aRawBlock } from '../make/blocks';
import { call, type Handler } from './call';
import { type AllDeps, cursorAt, depsWith, NOW } from './deps';
import { badQuery, hidesItsCause, OVER_ALL_CHAINS, refuses } from './refusals';
import { readPages, showsNoOrphans } from './transactions';

const chains = [
  aChain({ chainId: '1', blockchainId: '2q9e4r6Mu3U68nU1fYjgbR6JvwrRx36CohpAX5UQxse55x1Q5' }),
  aChain({ chainId: '2', platformChainId: 'yH8D7ThNJkxmtkuv2jgBa4P1Rn3Qpr4pPr7QYNfcdoS6k6HWp' }),
  aChain({ chainId: '3', network: 'testnet' }),
  aChain({ chainId: '7', index: false }),
];
/** A block's time is 1,700,000,000 plus its number. Each block's second transaction failed. */
const block = (number: number) =>
  aRawBlock(number, [
    { from: 1, to: 2 },
    { from: 2, to: 1, failed: true },
  ]);
const blocks = { 1: [1, 2, 5].map(block), 2: [2, 4].map(block), 3: [3, 6].map(block) };
/** Chain/block; within one second, the chain with the higher id comes first. */
const newestFirst = ['3/6', '1/5', '2/4', '3/3', '2/2', '1/2', '1/1'];
const of = (...wanted: string[]) => newestFirst.filter((place) => wanted.includes(place.charAt(0)));
const at = (raw: RawBlock | undefined, fields: Partial<Cursor> = {}): Cursor =>
  aCursor({ ...cursorAt(raw), ...fields });

/** `getPlaces`: chain and block of each row; `rowsABlock`: rows per block. */
function listsAllChains(
  handler: Handler<AllDeps>,
  getPlaces: (body: Record<string, unknown>) => string[],
  rowsABlock: number,
  filters: readonly string[],
): void {
  const rows = (places: readonly string[]) =>
    places.flatMap((place) => Array.from({ length: rowsABlock }, () => place));
  const all = async (deps: AllDeps, query: Record<string, string>) =>
    (await readPages(handler, deps, { query: { ...query, pageSize: '1' } })).flatMap(getPlaces);

  test.each([
    [{}, newestFirst],
    [{ network: 'mainnet' }, of('1', '2')],
    [{ network: 'testnet' }, of('3')],
    [{ network: 'fuji' }, of('3')],
    [{ chainId: '2' }, of('2')],
    [{ chainId: '2q9e4r6Mu3U68nU1fYjgbR6JvwrRx36CohpAX5UQxse55x1Q5' }, of('1')],
    [{ chainId: 'yH8D7ThNJkxmtkuv2jgBa4P1Rn3Qpr4pPr7QYNfcdoS6k6HWp' }, of('2')],
    [{ chainId: '1', sortOrder: 'asc' }, of('1').toReversed()],
  ])('200: %j returns exactly the matching rows, paged or at once', async (query: Record<string, string>, places) => {
    const { deps } = await depsWith({ chains, blocks });
    const { status, body } = await call(handler, deps, { query });
    expect([status, getPlaces(body)]).toEqual([200, rows(places).slice(0, 10)]);
    expect(await all(deps, query)).toEqual(rows(places));
  });
  test('200: an ascending list ends at the indexed block of the slowest live chain', async () => {
    const { deps } = await depsWith({ chains, blocks });
    expect(await all(deps, { sortOrder: 'asc' })).toEqual(rows(['1/1', '1/2', '2/2', '3/3', '2/4']));
  });
  test.each([
    ['that has halted', { halted: true }],
    ['without a node', { lastError: 'no answer' }],
    ['without an indexer', { polledAt: NOW - 120_000 }],
  ])('200: a chain %s does not hold back an ascending list', async (_, fields) => {
    const { deps } = await depsWith({ chains, blocks, cursors: { 2: at(blocks[2][1], fields) } });
    expect(await all(deps, { sortOrder: 'asc' })).toEqual(rows(['1/1', '1/2', '2/2', '3/3', '2/4', '1/5']));
  });
  test('200: a live chain without blocks empties ascending lists, but not descending ones', async () => {
    const { deps } = await depsWith({
      chains,
      blocks: { 1: blocks[1] },
      cursors: { 2: aCursor({ number: -1, time: 0 }) },
    });
    expect(await all(deps, { sortOrder: 'asc' })).toEqual([]);
    expect(await all(deps, {})).toEqual(rows(of('1')));
  });
  test('200: half-written blocks are left out in both orders', async () => {
    const { deps } = await depsWith({ chains, blocks, cursors: { 1: at(blocks[1][1]) } });
    expect(await all(deps, {})).toEqual(rows(newestFirst.filter((place) => place !== '1/5')));
    expect(await all(deps, { sortOrder: 'asc' })).toEqual(rows(['1/1', '1/2']));
  });
  test.each([
    ['an unknown chain', '999', 'chain 999 was not found'],
    ['a chain without an index', '7', 'an index of chain 7 was not found'],
  ])('404: the error names %s', async (_, chainId, message) => {
    const { deps } = await depsWith({ chains });
    const { status, body } = await call(handler, deps, { query: { chainId } });
    expect([status, body.message]).toEqual([404, message]);
  });
  refuses(handler, {}, [
    ...OVER_ALL_CHAINS,
    ...(filters.includes('status') ? [badQuery('status', 'pending', 'must be failed or success')] : []),
  ]);
  showsNoOrphans(handler, {});
  showsNoOrphans(handler, { query: { chainId: '31337' } });
  hidesItsCause(handler, {});
}

const chainAndBlock = (rows: unknown): string[] =>
  (rows as { chainId: string; blockNumber: string }[]).map((row) => `${row.chainId}/${row.blockNumber}`);

export function listsBlocksOfAllChains(handler: Handler<AllDeps>): void {
  listsAllChains(handler, (body) => chainAndBlock(body.blocks), 1, ['network', 'chainId', 'sortOrder']);
}

export function listsTransactionsOfAllChains(handler: Handler<AllDeps>): void {
  const getPlaces = (body: Record<string, unknown>) => chainAndBlock(body.transactions);
  listsAllChains(handler, getPlaces, 2, ['network', 'status', 'chainId', 'sortOrder']);
  test.each([
    ['failed', {}, newestFirst],
    ['success', {}, newestFirst],
    ['failed', { chainId: '1' }, of('1')],
    ['success', { chainId: '1', sortOrder: 'asc' }, of('1').toReversed()],
  ])(
    '200: status=%s with %j returns one transaction per block',
    async (status, query: Record<string, string>, places) => {
      const { deps } = await depsWith({ chains, blocks });
      const pages = await readPages(handler, deps, { query: { ...query, status, pageSize: '2' } });
      expect(pages.flatMap(getPlaces)).toEqual(places);
      const statuses = pages.flatMap((page) =>
        (page.transactions as { txStatus: string }[]).map((row) => row.txStatus),
      );
      expect(new Set(statuses)).toEqual(new Set([status === 'failed' ? '0' : '1']));
    },
  );
}
