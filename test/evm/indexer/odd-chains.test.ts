import * as fc from 'fast-check';
import { getCursor } from '../../../lambdas/chain/follower/cursor-of';
import type { Call, Outcome } from '../../../lambdas/core/node/exchange';
import type { RawBlock } from '../../../lambdas/evm/domain/rpc';
import { evmSource } from '../../../lambdas/evm/indexer/source';
import { createBlocks } from '../../../lambdas/evm/node/blocks';
import { toRows } from '../../support/follower/checks';
import { evmIndexer } from '../../support/follower/evm';
import { simulation } from '../../support/follower/simulation';
import { repeatedRuns } from '../../support/full';
import { aRawBlock, hash } from '../../support/make/blocks';
import { aTransfer } from '../../support/make/logs';
import { oddValue } from '../../support/make/odd-fields';
import { muteLog } from '../../support/mute-log';
import { answerFrom, type ServedBlocks } from '../../support/node/chain-calls';
import { memoryTable } from '../../support/tables/memory';

muteLog();

const [HEAD, ODD] = [12, 4];
const log = aTransfer({ kind: 'erc20', token: 20, from: 1, to: 2, value: 5n });
const clean = Array.from({ length: HEAD + 1 }, (_, number) =>
  aRawBlock(number, [
    { from: 1, to: 2 },
    { from: 2, to: 20, logs: [log, log] },
    { from: 3, to: 4, failed: true },
  ]),
);
const odd = clean[ODD] as RawBlock;

const atSecond = <T>(list: readonly T[], change: (one: T) => unknown) =>
  list.map((one, i) => (i === 1 ? change(one) : one));
type Served = { readonly block: object; readonly receipts: readonly unknown[] };
/** Replaces fields, by the part of the block. */
const PARTS: Readonly<
  Record<string, { readonly object: object | undefined; readonly put: (fields: object) => Served }>
> = {
  block: { object: odd.block, put: (fields) => ({ ...odd, block: { ...odd.block, ...fields } }) },
  transaction: {
    object: odd.block.transactions[1],
    put: (fields) => ({
      ...odd,
      block: { ...odd.block, transactions: atSecond(odd.block.transactions, (one) => ({ ...one, ...fields })) },
    }),
  },
  receipt: {
    object: odd.receipts[1],
    put: (fields) => ({ ...odd, receipts: atSecond(odd.receipts, (one) => ({ ...one, ...fields })) }),
  },
  log: {
    object: odd.receipts[1]?.logs[1],
    put: (fields) => ({
      ...odd,
      receipts: atSecond(odd.receipts, (one) => ({
        ...one,
        logs: atSecond(one.logs, (own) => ({ ...own, ...fields })),
      })),
    }),
  },
};
const fields = Object.entries(PARTS).flatMap(([part, { object }]) =>
  Object.keys(object ?? {}).map((field) => [part, field] as const),
);

const LINKS: ReadonlySet<string> = new Set(['hash', 'parentHash']);
const HASH = /^0x[0-9a-f]{64}$/i;

/** The blocks of the node, with this one in place of the odd one. */
const servedWith = (changed: Served): ServedBlocks => new Map<number, Served>([...clean.entries(), [ODD, changed]]);

/** The rows of a chain that is followed to its head. */
async function follow(served: ServedBlocks) {
  let now = 0;
  const timer = { steady: () => now, sleep: async () => undefined };
  const batch = async (calls: readonly Call[]): Promise<Outcome[]> => {
    now += 200;
    return calls.map((call) => answerFrom(served, call));
  };
  const call = async (...one: Call) => (answerFrom(served, one) as { readonly result: unknown }).result;
  const { summary } = evmIndexer(memoryTable().table);
  const sim = simulation<RawBlock>({ summary, createIndexer: (table) => evmIndexer(table) }, { finalityDepth: 3 });
  const source = evmSource(createBlocks({ batch, wholeBatch: batch, call }, timer), sim.chain.chainId);
  Object.assign(sim.node.source, { blocks: source.blocks, head: source.head, hashes: source.hashes });
  await sim.follow(undefined, 200);
  const isRefused = (await sim.items()).some((item) => item.includes('gap-blocks-'));
  return { cursor: await getCursor(sim.table, sim.chain.chainId), rows: await toRows(sim), isRefused };
}

test('a chain continues past a block with any single odd field, and stores nothing false about its transactions', async () => {
  const plain = await follow(servedWith(odd));
  expect(plain.cursor).toMatchObject({ number: HEAD });
  expect(elsewhere(plain.rows)).toHaveLength(3 * HEAD);
  const seen = { whole: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...fields), oddValue, async ([part, field], value) => {
      // A valid hash that breaks the chain is not an odd field: blocks that do not connect are never indexed.
      fc.pre(!(part === 'block' && LINKS.has(field) && HASH.test(String(value))));
      const changed = PARTS[part]?.put({ [field]: value }) ?? odd;
      const { cursor, rows, isRefused } = await follow(servedWith(changed));
      expect(cursor).toMatchObject({ number: HEAD, hash: hash(1_000_000 + HEAD), halted: false });
      expect(cursor?.lastError).toBeUndefined();
      // The keys of failed transactions consist of block and position, or of the transaction hash.
      const failed = (of: readonly string[]) => of.filter((row) => row.startsWith('f#'));
      if (field !== 'status')
        for (const row of failed(rows)) expect(failed(plain.rows).map(toKey)).toContain(toKey(row));
      // An odd value that is a valid hash becomes the transaction's own.
      expect(elsewhere(rows, String(value).toLowerCase())).toEqual(elsewhere(plain.rows));
      seen[isRefused ? 'refused' : 'whole']++;
    }),
    repeatedRuns(60),
  );
  expect(Math.min(seen.whole, seen.refused)).toBeGreaterThan(5);
});

const oddHashes = odd.block.transactions.map(({ hash: own }) => own);
/** The rows of single transactions of other blocks. */
const elsewhere = (rows: readonly string[], ...hashes: string[]) =>
  rows.filter(
    (row) => row.startsWith('x#') && ![...oddHashes, ...hashes].some((own) => toKey(row).includes(`#${own} `)),
  );
const toKey = (row: string): string => row.split(' ').slice(0, 2).join(' ');

test.each([
  ['the hash', { hash: hash(1) }, ODD],
  ['the parent', { parentHash: hash(1) }, ODD - 1],
])('a chain stops when %s of a block does not connect, and records the reason', async (_, link, number) => {
  const { cursor } = await follow(servedWith(PARTS.block?.put(link) ?? odd));
  expect(cursor).toMatchObject({
    ...{ number, halted: false },
    lastError: `the node's blocks do not connect: it serves our block ${number} and also a block of another branch`,
  });
});
