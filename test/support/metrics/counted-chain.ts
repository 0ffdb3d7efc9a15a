import type { Cursor } from '../../../lambdas/chain/domain/cursor';
import type { Chain } from '../../../lambdas/core/contract/config';
import { key } from '../../../lambdas/core/table/key';
import { entities } from '../../../lambdas/core/table/schema';
import type { InternalTransaction } from '../../../lambdas/evm/domain/internal-transactions';
import type { RawBlock } from '../../../lambdas/evm/domain/rpc';
import { createAddressSets } from '../../../lambdas/evm/metrics/address-sets';
import { createCounting } from '../../../lambdas/evm/metrics/counting';
import { countFirstSeen } from '../../../lambdas/evm/metrics/first-seen';
import { createIndexedBlocks } from '../../../lambdas/evm/metrics/indexed-blocks';
import { metricsReader } from '../../../lambdas/evm/metrics/reading';
import { createMetricsState } from '../../../lambdas/evm/metrics/rows/metrics-state';
import { requestRecount } from '../../../lambdas/evm/metrics/rows/recount-requests';
import { blockchainIdOfChainReader } from '../../../lambdas/metrics/rows/readers';
import { evmIndexer, headOver } from '../follower/evm';
import { aChain, aCursor, address, aRawBlock, type Sent } from '../make/blocks';
import { anInternalTx } from '../make/internal-transactions';
import { memoryTable } from '../tables/memory';

export const DEPTH = 4;

export interface Made {
  /** Seconds since the block before. */
  readonly gap: number;
  readonly sent: readonly Sent[];
  /** Contracts that create others. */
  readonly creators?: readonly number[];
}
export type Action =
  | { readonly blocks: readonly Made[] }
  | { readonly back: number }
  | { readonly dieAfter: number }
  | { readonly history: true }
  | { readonly tracing: boolean }
  /** More internal transactions of a block than at first. */
  | { readonly late: number }
  /** A rollback of so many blocks while blocks are counted. */
  | { readonly meanwhile: number };

export const getNumber = ({ block }: RawBlock): number => Number(block.number);
export const getSeconds = ({ block }: RawBlock): number => Number(block.timestamp);

const blockKey = (chain: string, block: number) => ({
  pk: key(entities.Block.pk, { chain }),
  sk: key(entities.Block.sk, { block }),
});

class Killed extends Error {}

interface Stored {
  readonly Key: string;
  readonly Body?: Uint8Array;
  readonly Metadata?: Readonly<Record<string, string>>;
}

/** A chain that grows, forks and is counted by a process that dies. Its first `history` blocks are indexed late. */
export async function countedChain(history: readonly Made[] = [], fields: Partial<Chain> = {}) {
  const chain = aChain({ finalityDepth: DEPTH, ...fields });
  let callsLeft = Number.POSITIVE_INFINITY;
  const call = () => {
    if (callsLeft-- <= 0) throw new Killed();
  };
  const { table } = memoryTable((name, when) => {
    if (when === 'before' && name !== 'Query' && name !== 'GetItem') call();
  });
  const objects = new Map<string, Stored>();
  /** Keys in the order of their writes. */
  const puts: string[] = [];
  const client = {
    async send({ input: { Key, Body, Metadata } }: { input: Stored }) {
      if (Body) {
        call();
        puts.push(Key);
        objects.set(Key, { Key, Body, ...(Metadata ? { Metadata } : {}) });
        return {};
      }
      const found = objects.get(Key);
      if (!found?.Body) throw new Error(`no object ${Key}`);
      return { Body: { transformToByteArray: async () => found.Body }, Metadata: found.Metadata };
    },
  };
  const sets = () => createAddressSets('bucket', client as never);
  const canonical: RawBlock[] = [];
  const byHash = new Map<string, RawBlock>();
  const internals = new Map<string, InternalTransaction[]>();
  const traced = new Set<string>();
  const start = history.length === 0 ? 0 : history.length + 1;
  let [lastTraced, isTracing, epoch] = [start - 1, true, 0];
  /** Runs once while blocks are counted. */
  let meanwhile: (() => Promise<void>) | undefined;
  let salt = 1;
  let firstIndexed = start;
  /** Of the node: it stays while our branch is shorter. */
  let highest = 0;
  let time = 1_700_000_000;
  const make = (made: Made): RawBlock => {
    time += made.gap;
    const raw = aRawBlock(canonical.length, made.sent, { salt });
    const timed = { ...raw, block: { ...raw.block, timestamp: `0x${time.toString(16)}` } };
    byHash.set(timed.block.hash, timed);
    const creations = made.sent.length === 0 ? [] : (made.creators ?? []);
    internals.set(
      timed.block.hash,
      creations.map((from, row) => anInternalTx({ tx: 0, row, from: address(from), created: address(900 + row) })),
    );
    canonical.push(timed);
    return timed;
  };
  const cursor = (): Cursor => {
    const last = canonical.at(-1);
    const number = last ? getNumber(last) : 0;
    return aCursor({
      ...{ number, start, epoch },
      head: Math.max(number, highest),
      time: last ? getSeconds(last) : 0,
      ...(last ? { hash: last.block.hash } : {}),
    });
  };
  const indexHistory = async () => {
    await index(canonical.slice(0, history.length + 1));
    firstIndexed = 0;
  };
  const trace = () => {
    if (!isTracing) return;
    for (const { block } of canonical.slice(start)) traced.add(block.hash);
    lastTraced = canonical.length - 1;
  };
  /** Final blocks stay. */
  const toKeep = (depth: number): number => {
    highest = Math.max(highest, canonical.length - 1);
    return Math.max(history.length + 2, canonical.length - depth, highest + 1 - DEPTH);
  };
  const rollBack = async (kept: number): Promise<RawBlock[]> => {
    const removed = canonical.splice(kept);
    lastTraced = Math.min(lastTraced, kept - 1);
    time = getSeconds(canonical.at(-1) as RawBlock);
    [salt, epoch] = [salt + 1, epoch + 1];
    await table.write(removed.map((raw) => ({ delete: blockKey(chain.chainId, getNumber(raw)) })));
    return removed;
  };
  const addCreation = async (n: number) => {
    const { block } = canonical[n % canonical.length] as RawBlock;
    if (block.transactions.length === 0) return;
    const made = anInternalTx({ tx: 0, row: 9, from: address(30 + (n % 5)), created: address(950) });
    internals.set(block.hash, [...(internals.get(block.hash) ?? []), made]);
    await requestRecount(table, chain.chainId, { from: Number(block.number), to: Number(block.number) });
  };
  const index = async (raws: readonly RawBlock[]) => {
    callsLeft = Number.POSITIVE_INFINITY;
    if (raws.length > 0) await evmIndexer(table, { chain }).apply(raws, headOver(table, { number: 0 }));
  };
  // The genesis block.
  make({ gap: 0, sent: [] });
  for (const made of history) make(made);
  if (history.length === 0) await index(canonical);
  const raw = {
    blocks: async (refs: readonly { hash: string }[]) => refs.map(({ hash }) => byHash.get(hash) as RawBlock),
  };
  const blocks = () => createIndexedBlocks({ chain, table, raw, traces });
  const traces = {
    find: async (_: string, { hash }: { hash: string }) => (traced.has(hash) ? internals.get(hash) : undefined),
  };
  let now = 1_700_000_000_000;

  const count = async (calls = Number.POSITIVE_INFINITY) => {
    callsLeft = calls;
    const held = await createMetricsState(table, chain.chainId);
    const counting = createCounting({
      ...{ chain, table, held, blocks: blocks(), changedBlocks: blocks(), sets: sets(), head: cursor },
      async lastTraced() {
        const run = meanwhile;
        meanwhile = undefined;
        await run?.();
        return lastTraced;
      },
      firstIndexed: async () => firstIndexed,
      signal: () => new AbortController().signal,
      now: () => now,
    });
    try {
      const { live, past, recount } = counting;
      const deps = { chain, table, held, sets: sets(), signal: () => new AbortController().signal };
      while ((await live()) || (await past()) || (await countFirstSeen(deps)) || (await recount()));
    } catch (error) {
      if (!(error instanceof Killed)) throw error;
    } finally {
      callsLeft = Number.POSITIVE_INFINITY;
    }
  };

  return {
    canonical,
    puts,
    count,
    async act(action: Action): Promise<void> {
      // Sometimes more than the longest wait.
      now += 150_000;
      if ('blocks' in action) await index(action.blocks.map(make));
      else if ('back' in action) {
        // The new branch has at least as many blocks, as a lower head is no reorg.
        const kept = toKeep(action.back);
        const removed = await rollBack(kept);
        await index(removed.map((_, i) => make({ gap: 50 + i, sent: [{ from: 20 + i, to: 1 }] })));
      } else if ('dieAfter' in action) await count(action.dieAfter);
      else if ('tracing' in action) isTracing = action.tracing;
      else if ('late' in action) await addCreation(action.late);
      else if ('meanwhile' in action) meanwhile = async () => void (await rollBack(toKeep(action.meanwhile)));
      else await indexHistory();
      trace();
    },
    /** Deployers of internal creations as far as the blocks are traced. */
    creationsIn: ({ block }: RawBlock): string[] =>
      traced.has(block.hash) ? (internals.get(block.hash) ?? []).map(({ from }) => from) : [],
    traceAll() {
      isTracing = true;
      trace();
    },
    indexHistory,
    /** As on a chain with more blocks than are counted at first: only those to come are. */
    pretendLong: async () => {
      const state = await createMetricsState(table, chain.chainId);
      const live = { from: canonical.length, next: canonical.length, closed: 0, parts: [] };
      await state.save({ live, countedAt: 0 }, new AbortController().signal);
    },
    later: () => {
      now += 400_000;
    },
    /** Dependencies of the endpoints. */
    get deps() {
      const { getAddresses, getKnown } = sets();
      return {
        MetricsRow: metricsReader(table),
        BlockchainIdOfChain: blockchainIdOfChainReader(table),
        raw: () => raw,
        traces,
        states: { getAddresses, getKnown },
      };
    },
    metrics: () => metricsReader(table).getForChain({ chain, cursor: cursor(), now, sets: sets(), raw, traces }),
    chain,
    cursor,
    table,
  };
}
