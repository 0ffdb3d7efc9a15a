import type { BlockEvent } from '../../../lambdas/chain/contract/events';
import type { FollowerDeps } from '../../../lambdas/chain/follower/deps';
import { createIdleWork } from '../../../lambdas/chain/follower/idle-work';
import type { BlockSummary } from '../../../lambdas/chain/kind';
import { createBlockRecords } from '../../../lambdas/chain/rows/block-records';
import { takeLease } from '../../../lambdas/chain/rows/lease';
import { createCursor } from '../../../lambdas/chain/rows/new-cursor';
import { aChain } from '../make/blocks';
import { memoryTable } from '../tables/memory';
import { noMeasures } from './no-measures';
import { scriptedNode } from './scripted-node';
import { testTimer } from './timer';
import { toyIndexer } from './toy-chain';

/** `notes`: stored and published blocks, in order. `before` runs first at each and can throw. */
export async function followerDeps(finalityDepth = 8, before: (step: string) => void = () => undefined) {
  const { table, items } = memoryTable();
  const chain = aChain({ finalityDepth });
  const node = scriptedNode((block: BlockSummary) => block);
  const timer = testTimer();
  const lease = await takeLease(table, chain, timer, () =>
    createCursor(table, chain.chainId, { start: 0 }, timer.now()),
  );
  if (!lease) throw new Error('the lease is held');
  const indexer = toyIndexer(table, 'any');
  const raws = new Map<string, BlockSummary>();
  const notes: string[] = [];
  const note = (step: string) => {
    before(step);
    notes.push(step);
  };
  const deps: FollowerDeps<BlockSummary> = {
    ...{ chain, lease, table, measures: noMeasures },
    source: node.source,
    store: {
      async get({ number, hash }) {
        const raw = raws.get(hash);
        if (!raw) throw new Error(`the bucket has no block ${number}`);
        return raw;
      },
      async put(raw) {
        note(`put ${raw.number}`);
        raws.set(raw.hash, raw);
        return raw;
      },
      putSlice: async () => undefined,
    },
    indexer,
    idleWork: createIdleWork(indexer, timer.now),
    records: createBlockRecords(table, chain.chainId),
    bus: {
      async publish(kind, events) {
        for (const { number } of events as readonly BlockEvent[]) note(`${kind} ${number}`);
      },
    },
  };
  const rows = async () =>
    (await items()).filter((item) => item.startsWith('toy#')).map((item) => Number(item.split(' ')[1]));
  return { deps, lease, node, notes, rows, raws, timer, table };
}
