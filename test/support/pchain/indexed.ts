import { startReplayNode } from '../../../demo/p-chain/replay-node';
import type { BlockEvent } from '../../../lambdas/chain/contract/events';
import { follow } from '../../../lambdas/chain/follower/session';
import type { PChain } from '../../../lambdas/core/contract/pchain-config';
import { createPlainTable } from '../../../lambdas/core/table/plain-table';
import type { RawPBlock } from '../../../lambdas/pchain/domain/raw-block';
import { createFacts } from '../../../lambdas/pchain/indexer/facts';
import { createPChainIndexer, type PChainIndexerDeps } from '../../../lambdas/pchain/indexer/indexer';
import { createKeptBlocks } from '../../../lambdas/pchain/indexer/kept-blocks';
import { pChainSource, pChainStore } from '../../../lambdas/pchain/indexer/source';
import { createToday } from '../../../lambdas/pchain/indexer/today';
import { createValidatorList } from '../../../lambdas/pchain/indexer/validator-list';
import { createPBlocks } from '../../../lambdas/pchain/node/blocks';
import { createRawPBlocks } from '../../../lambdas/pchain/node/raw-blocks';
import { createPChainRpc } from '../../../lambdas/pchain/node/rpc';
import { fetchSeenValidators } from '../../../lambdas/pchain/node/seen-validators';
import { createStates } from '../../../lambdas/pchain/node/states';
import { createValidatorSnapshots } from '../../../lambdas/pchain/node/validator-snapshots';
import { toWork } from '../../../lambdas/pchain/rederive/rederiver';
import { noMeasures } from '../follower/no-measures';
import { testTimer } from '../follower/timer';
import { type MemoryTable, memoryTable, NAME } from '../tables/memory';
import { memoryBucket } from './bucket';
import { RecordedNetwork } from './recorded';

export const NETWORK = 'recorded';
export const CHAIN = `p-chain-${NETWORK}`;

/** By the test's clock, which a failing node advances. */
const MAX_FOLLOW_MS = 60_000;

/** Serves a recorded network as a node and follows it with the real indexer. */
export async function indexedNetwork(
  path: string,
  { check = async () => undefined, alter = (raw) => raw, start = 0, oldDurango = false, ...gates }: IndexedOptions = {},
) {
  const recorded = new RecordedNetwork(path);
  let height = 0;
  const node = await startReplayNode({
    ...{ recording: recorded.recording, fromHeight: 0, startedAt: 0, msPerHeight: 1 },
    now: () => height,
  });
  const pChain: PChain = {
    ...{ network: NETWORK, feeStateFormat: 'specification', default: false, index: true, follower: 'minute' },
    ...{ callsPerSecond: 100_000, pollIntervalMs: 1, proposers: recorded.hasIndex, startBlock: start },
    genesis: node.genesis(),
  };
  const { table, client, items, rows } = gates.into ?? memoryTable(gates.table);
  const plain = createPlainTable(NAME, client);
  const bucket = memoryBucket(gates.bucket);
  const events: BlockEvent[] = [];
  const rpc = createPChainRpc(node.url, pChain);
  const read = createPBlocks(rpc, pChain);
  const blocks = {
    ...read,
    range: async (from: number, to: number) => (await read.range(from, to)).map(alter),
  };
  const asked = createFacts({ pChain, table, rpc, blocks });
  const facts = {
    ask: asked.ask,
    async get() {
      const known = await asked.get();
      return oldDurango ? { ...known, upgrades: { ...known.upgrades, durango: 0 } } : known;
    },
  };
  const states = createStates('bucket', bucket.client);
  const timer = testTimer();
  const snapshots = createValidatorSnapshots('bucket', bucket.client);
  const raw = createRawPBlocks('bucket', CHAIN, bucket.client);
  const deps: Omit<PChainIndexerDeps, 'validators'> = {
    ...{ chain: CHAIN, network: NETWORK, table, plain, rpc, blocks, states, facts: facts.get, check },
    rawBlocks: createKeptBlocks({ chain: CHAIN, network: NETWORK, table, raw, node: blocks }),
  };
  const validators = () =>
    createValidatorList({
      ...{ chain: CHAIN, network: NETWORK, table, snapshots, timer },
      ask: () => fetchSeenValidators(rpc),
    });
  let opened = 0;
  const following = {
    chain: {
      ...{ chainId: CHAIN, network: 'testnet' as const, finalityDepth: 0 },
      startBlock: start === 'head' ? undefined : start,
      ...{ follower: 'minute' as const, pollIntervalMs: 1 },
    },
    ...{ table, store: pChainStore(blocks), source: pChainSource(blocks, facts.ask), timer },
    createIndexer() {
      opened += 1;
      const today = createToday({ network: NETWORK, table, timer });
      return createPChainIndexer({ ...deps, validators: validators(), today });
    },
    measures: noMeasures,
    bus: {
      async publish(_kind: string, published: readonly unknown[]) {
        events.push(...(published as readonly BlockEvent[]));
      },
    },
  };
  /** One session. */
  const rederiving = (fromNode: typeof blocks.range) => {
    const work = toWork(
      {
        ...{ chain: CHAIN, network: NETWORK, rpc, states, raw, facts: facts.get, timer },
        blocks: { ...blocks, range: fromNode },
        createTable: () => createPlainTable(NAME, client),
      },
      { signal: () => AbortSignal.timeout(60_000) },
    );
    return (stop = () => false) => work(stop);
  };
  return {
    ...{ recorded, table, items, bucket, snapshots, events, pChain, timer, node, rpc, plain, rows },
    rederiving,
    /** Does what an operator requested, in tables and buckets of the indexer. */
    rederive: (stop = () => false, fromNode: typeof blocks.range = blocks.range) => rederiving(fromNode)(stop),
    /** Returns the heights of announced blocks. `sessions`: their maximum number, as a failure ends one. */
    async followTo(to: number, sessions = 1): Promise<number[]> {
      const before = events.length;
      height = to;
      const last = opened + sessions;
      const began = timer.now();
      const isLate = () => timer.now() - began > MAX_FOLLOW_MS;
      await follow(following, { outOfTime: () => opened > last || isLate(), turnIsOver: () => false });
      return events.slice(before).map(({ number }) => number);
    },
    async stop(): Promise<void> {
      await rpc.close();
      await node.stop();
    },
  };
}

interface IndexedOptions {
  readonly check?: PChainIndexerDeps['check'];
  readonly start?: PChain['startBlock'];
  /** Durango counts as old, so no stake waits for its start: seeds need that. */
  readonly oldDurango?: boolean;
  readonly alter?: (raw: RawPBlock) => RawPBlock;
  readonly table?: Parameters<typeof memoryTable>[0];
  readonly bucket?: Parameters<typeof memoryBucket>[0];
  /** A shared table; `table` is unused then. */
  readonly into?: MemoryTable;
}
