import type { Recording } from '../../../demo/p-chain/recording';
import type { Table } from '../../../lambdas/core/table/table';
import type { everybodyIn } from '../pchain/expected/everybody';
import { RECORDINGS } from '../pchain/recorded';
import { primaryDeps, withNetwork } from '../pchain/world';
import { type Asked, call, type Handler } from './call';
import type { AllDeps } from './deps';
import { getStranger, STRANGER } from './p-chain-addresses';
import type { Refusal } from './refusals';

export const STRANGE_NODE = 'NodeID-111111111111111111116DBWJs';

/** Heights at which primary network stakes are pending, started, renewed or ended. */
export const STAKE_STAGES: readonly (readonly [path: string, heights: readonly number[]])[] = [
  [RECORDINGS[0], [0, 74, 76, 112, 130, 144, 149, 203, 208, 212, 241]],
  [RECORDINGS[1], [0, 3, 4, 6, 16, 19, 22, 26, 30, 32]],
];
export const atEach = (
  path: string,
  heights: readonly number[],
  check: (deps: AllDeps, height: number, recording: Recording, table: Table) => Promise<void>,
): Promise<void> =>
  withNetwork(path, async (net) => {
    for (const height of heights) {
      await net.followTo(height);
      await check((await primaryDeps(net)).deps, height, net.recorded.recording, net.table);
    }
  });

type Query = NonNullable<Asked['query']>;
type Way = 'toEqual' | 'toMatchObject';
function compared(found: object, way: Way, expected: object): void {
  if (way === 'toEqual') expect(found).toEqual(expected);
  else expect(found).toMatchObject(expected);
}
/** Compares in both orders, in pages of each size. `rows`: oldest first. */
export async function isListOf<T>(
  read: (query: Query) => Promise<T[]>,
  query: Query,
  rows: readonly T[],
  { sizes = ['1', '2'], way = 'toEqual' }: { sizes?: string[]; way?: Way } = {},
): Promise<void> {
  for (const pageSize of sizes) {
    compared([query, await read({ ...query, pageSize, sortOrder: 'asc' })], way, [query, rows]);
    compared([query, await read({ ...query, pageSize })], way, [query, rows.toReversed()]);
  }
}

type Reward = { readonly addresses: readonly string[]; readonly nodeId: string };
/** An undefined list matches everything. */
export const isRewardOf =
  (addresses: readonly string[] | undefined, nodes?: readonly string[]) =>
  (row: Reward): boolean =>
    (!addresses || row.addresses.some((one) => addresses.includes(one))) && (!nodes || nodes.includes(row.nodeId));

export async function areRewardsOf<T extends Reward>(
  read: (query: Query) => Promise<T[]>,
  rows: readonly T[],
  { addresses, nodes }: ReturnType<typeof everybodyIn>,
  sizes: string[],
): Promise<void> {
  const same = (ofAddresses: string[] | undefined, ofNodes?: string[]) => {
    const query = {
      ...(ofAddresses && { addresses: ofAddresses.join() }),
      ...(ofNodes && { nodeIds: ofNodes.join() }),
    };
    return isListOf(read, query, rows.filter(isRewardOf(ofAddresses, ofNodes)), { sizes });
  };
  for (const node of [...nodes, STRANGE_NODE]) await same(undefined, [node]);
  for (const address of [...addresses, STRANGER]) {
    await same([address]);
    if (rows.some(isRewardOf([address]))) for (const node of nodes) await same([address], [node]);
  }
  await same(addresses);
  await same(undefined, nodes);
  await same(addresses, nodes);
  await same(addresses, nodes.slice(0, 2));
}

/** `rowsAt`: oldest first; `toKey` rises. */
interface GrowingList<T> {
  readonly asked: Asked;
  readonly rowsAt: (height: number) => readonly T[];
  readonly toKey: (row: T) => number;
}
/** Pages of one row, in both orders, show the next row made before the first page, as it is now. */
export async function areReadWhileItGrows<T>(
  path: string,
  heights: readonly number[],
  {
    handler,
    of,
    lists,
    way = 'toEqual',
  }: { handler: Handler<AllDeps>; of: string; lists: GrowingList<T>[]; way?: Way },
): Promise<void> {
  const readers = lists.flatMap((list) => ['asc', 'desc'].map((order) => createReader(handler, of, list, order, way)));
  await withNetwork(path, async (net) => {
    for (const height of heights) {
      await net.followTo(height);
      const { deps } = await primaryDeps(net);
      for (const { next } of readers) await next(deps, height, height === heights.at(-1));
    }
  });
  expect(readers.filter(({ shown }) => shown() > 1)).not.toEqual([]);
}

function createReader<T>(
  handler: Handler<AllDeps>,
  of: string,
  { asked, rowsAt, toKey }: GrowingList<T>,
  sortOrder: string,
  way: Way,
) {
  const getPlace = (row: T) => (sortOrder === 'asc' ? toKey(row) : -toKey(row));
  let [last, pageToken, shown] = [Number.NEGATIVE_INFINITY, undefined as string | undefined, 0];
  /** Reads one row, or at the last height all that remain. */
  const next = async (deps: AllDeps, height: number, toTheEnd: boolean): Promise<void> => {
    const rows = rowsAt(height).toSorted((a, b) => getPlace(a) - getPlace(b));
    for (let isFilled = false; pageToken !== '' && (toTheEnd || !isFilled); ) {
      const query = { ...asked.query, sortOrder, pageSize: '1', ...(pageToken && { pageToken }) };
      const { status, body } = await call(handler, deps, { ...asked, query });
      const found = body[of] as T[];
      pageToken = String(body.nextPageToken ?? '');
      // Rows filtered after the read shorten a page.
      if (pageToken !== '' && found.length === 0) continue;
      const one = rows.find((row) => getPlace(row) > last);
      const seen = { query: asked.query, sortOrder, height };
      compared({ ...seen, status, found }, way, { ...seen, status: 200, found: one ? [one] : [] });
      if (one) last = getPlace(one);
      shown += found.length;
      isFilled = true;
    }
  };
  return { next, shown: () => shown };
}

export const badNodeIds = (name: string): Refusal[] => [
  [
    `a malformed ${name}`,
    { query: { [name]: 'NodeID-0x12' } },
    `${name}.0: must be a node ID: NodeID- and base58 with a checksum`,
  ],
  [
    `a ${name} with a wrong checksum`,
    { query: { [name]: `${STRANGE_NODE.slice(0, -1)}t` } },
    `${name}: ${STRANGE_NODE.slice(0, -1)}t is not a valid node ID (bad checksum or length)`,
  ],
  [
    `too many ${name}`,
    {
      query: {
        [name]: Array.from({ length: 65 }, (_, n) => STRANGE_NODE.replace('DB', `D${n}`.replace(/0/g, 'z'))).join(),
      },
    },
    `${name}: must have at most 64 values`,
  ],
];

/** The recordings have no rows of these addresses: tests add their own. */
export const SHARING = [0xa1, 0xb2, 0xc3].map((n) => ({
  digits: `0x${n.toString(16).repeat(20)}`,
  text: getStranger(n),
}));
