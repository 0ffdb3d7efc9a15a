import { setTimeout as sleep } from 'node:timers/promises';
import type { FollowerDeps } from '../../../lambdas/chain/follower/deps';
import { storedBlocks } from '../../../lambdas/chain/follower/stored-blocks';
import type { RawBlock } from '../../../lambdas/evm/domain/rpc';
import { createReadings } from '../../../lambdas/evm/indexer/readings';
import { type Question, questionId } from '../../../lambdas/evm/tokens/domain/holdings';
import { address, aRawBlock } from '../../support/make/blocks';
import { aTransfer } from '../../support/make/logs';

/** Blocks of one ERC-20 transfer each, all between the same two holders. */
const pair = (number: number): RawBlock =>
  aRawBlock(number, [{ from: 1, to: 9, logs: [aTransfer({ kind: 'erc20', token: 20, from: 1, to: 2, id: 1n })] }]);
const getHolding = (person: number): Question => ({ kind: 'erc20', token: address(20), holder: address(person) });
async function* batches(...numbers: number[][]) {
  for (const batch of numbers) yield batch.map(pair);
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}

/** Dependencies that record puts and requests. `put` delays or fails each put. */
function storing(put: (number: number) => Promise<void> = async () => undefined) {
  const notes: string[] = [];
  const pruned = new Set<number>();
  const node = {
    balances: async () => ({ [address(1)]: '0x1' }),
    holdings: async (block: { number: number }, questions: readonly unknown[]) => {
      notes.push(`${questions.length} asked at ${block.number}`);
      return { at: block.number, values: {} };
    },
    holdingsAt: async (questions: readonly Question[], at: number) => {
      notes.push(`${questions.length} asked at ${at}`);
      return pruned.has(at)
        ? undefined
        : { at, values: Object.fromEntries(questions.map((q) => [questionId(q), '0x0'])) };
    },
  };
  const deps = {
    lease: { signal: () => new AbortController().signal },
    indexer: { prepare: createReadings(node, 4, async (blocks) => [...blocks]) },
    store: {
      put: async (raw: RawBlock) => {
        const number = Number(raw.block.number);
        notes.push(`put ${number}`);
        await put(number);
        notes.push(`${number} is there`);
        return raw;
      },
    },
  };
  return { deps: deps as unknown as FollowerDeps<RawBlock>, notes, prune: (block: number) => pruned.add(block) };
}

test('a node failure surfaces after every batch before it', async () => {
  const { deps } = storing();
  async function* failing() {
    yield* batches([1], [2]);
    throw new Error('away');
  }
  const seen: number[] = [];
  const read = async () => {
    for await (const raws of storedBlocks(deps, failing(), 3))
      seen.push(...raws.map(({ block }) => Number(block.number)));
  };
  await expect(read()).rejects.toThrow('away');
  expect(seen).toEqual([1, 2]);
});

test('only the next batch is stored while one is processed', async () => {
  const { deps, notes } = storing();
  const stored = storedBlocks(deps, batches([1], [2], [3]), 3);
  const first = await stored.next();
  await sleep(5);
  expect([first.value?.length, notes.filter((note) => note.startsWith('put'))]).toEqual([1, ['put 1', 'put 2']]);
  const rest = await all(stored);
  expect(rest.map((raws) => raws.map(({ block }) => Number(block.number)))).toEqual([[2], [3]]);
});

test('a holding is read once in history, even by batches stored ahead, and by every batch near the head', async () => {
  const { deps, notes } = storing();
  const stored = await all(storedBlocks(deps, batches([1, 2], [3], [4], [96], [97, 98]), 100));
  expect(notes.filter((note) => note.includes('asked'))).toEqual([
    '2 asked at 96',
    '0 asked at 96',
    '0 asked at 96',
    '2 asked at 96',
    '2 asked at 98',
  ]);
  expect(stored.map((raws) => raws.map(({ holdings }) => holdings?.at))).toEqual([
    [undefined, 96],
    [96],
    [96],
    [96],
    [undefined, 98],
  ]);
  // Each batch of history has both answers, as another session may not know the batches before it.
  const answers = stored.map((raws) => Object.values(raws.at(-1)?.holdings?.values ?? {}));
  expect(answers.slice(0, 3)).toEqual([1, 2, 3].map(() => ['0x0', '0x0']));
});

const sends = (number: number, from: number, to: number, kind: 'erc20' | 'erc721' = 'erc20'): RawBlock =>
  aRawBlock(number, [{ from: 1, to: 9, logs: [aTransfer({ kind, token: 20, from, to, id: 1n })] }]);

test('the owner of an id is read once in history, and every batch that moves it has the answer', async () => {
  const { deps, notes } = storing();
  async function* twice() {
    yield [sends(1, 1, 2, 'erc721')];
    yield [sends(2, 2, 3, 'erc721')];
  }
  const stored = await all(storedBlocks(deps, twice(), 100));
  expect(notes.filter((note) => note.includes('asked'))).toEqual(['1 asked at 96', '0 asked at 96']);
  expect(stored.flat().map(({ holdings }) => Object.values(holdings?.values ?? {}))).toEqual([['0x0'], ['0x0']]);
});

test('amounts of history are read at one final block until blocks reach it or the node prunes its state', async () => {
  const { deps, notes, prune } = storing();
  const { prepare } = deps.indexer;
  await prepare([sends(1, 1, 2)], 100);
  await prepare([sends(2, 2, 3)], 110);
  await prepare([sends(97, 2, 3)], 120);
  prune(116);
  const [without] = await prepare([sends(98, 3, 4)], 130);
  expect(without?.holdings).toEqual({ at: 116, values: { [questionId(getHolding(3))]: '0x0' } });
  const [again] = await prepare([sends(99, 3, 4)], 130);
  expect(again?.holdings).toMatchObject({ at: 126, values: { [questionId(getHolding(4))]: '0x0' } });
  expect(notes.filter((note) => note.includes('asked'))).toEqual([
    ...['2 asked at 96', '1 asked at 96', '2 asked at 116', '1 asked at 116', '2 asked at 126'],
  ]);
});

test('stopping early waits for the requests in flight', async () => {
  const { deps, notes } = storing(async (number) => void (number === 2 && (await sleep(20))));
  for await (const _ of storedBlocks(deps, batches([1], [2], [3]), 3)) break;
  expect(notes.at(-1)).toBe('2 is there');
});

test('a storage failure surfaces after the blocks before it, and nothing after it is stored', async () => {
  const { deps, notes } = storing(async (number) => {
    if (number === 2) throw new Error('the bucket is away');
  });
  const stored = storedBlocks(deps, batches([1], [2], [3]), 3);
  expect((await stored.next()).value).toHaveLength(1);
  await expect(stored.next()).rejects.toThrow('the bucket is away');
  expect(notes).not.toContain('put 3');
});
