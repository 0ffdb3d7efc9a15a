import type { BackfillWorker } from '../../../lambdas/chain/domain/backfill-job';
import type { BlockRef } from '../../../lambdas/chain/domain/block';
import { type Rederivation, ROW_FAMILIES } from '../../../lambdas/chain/domain/rederivation';
import { DamagedHistory } from '../../../lambdas/chain/rederive/damaged-history';
import { rederive } from '../../../lambdas/chain/rederive/rederive';
import { addHistory } from '../../../lambdas/chain/rows/backfill-jobs';
import {
  changeCopies,
  createRederivation,
  getParts,
  getRederivation,
  requestWork,
} from '../../../lambdas/chain/rows/rederivations';
import type { RowFamily } from '../../../lambdas/core/domain/copies';
import { withCopies } from '../../../lambdas/core/table/copies';
import { createPlainTable } from '../../../lambdas/core/table/plain-table';
import type { Table } from '../../../lambdas/core/table/table';
import type { RawBlock } from '../../../lambdas/evm/domain/rpc';
import { createDerivedRows } from '../../../lambdas/evm/rederive/derived-rows';
import { aChain } from '../make/blocks';
import { type MemoryTable, NAME } from '../tables/memory';
import { aBackfill, START, workAll } from './evm-backfill';

/** The rows of a chain indexed from these blocks, and the commands of a re-derivation from others. */
export async function indexedHistory(raws: readonly RawBlock[], over?: MemoryTable) {
  const world = await aBackfill({ raws: [...raws] }, over);
  await addHistory(world.table, world.chain, { from: 0, to: START - 1 }, { workers: 2, now: 0 });
  await workAll(world.createDeps());
  return world;
}

export function rederiving(
  { client }: Pick<MemoryTable, 'client'>,
  bucket: readonly RawBlock[],
  sent: { readonly tokens: unknown[]; readonly nfts: unknown[] } = { tokens: [], nfts: [] },
) {
  let now = 1_000_000;
  const chain = aChain({ finalityDepth: 64 });
  const { chainId } = chain;
  const open = (): { plain: Table; table: Table } => {
    const plain = createPlainTable(NAME, client);
    return { plain, table: withCopies(plain) };
  };
  const rowsOver = (tables: { plain: Table; table: Table }) => (record: Rederivation) =>
    createDerivedRows(
      {
        chain,
        ...tables,
        raw: { blocks: async (refs: readonly BlockRef[]) => refs.map((ref) => blockOf(bucket, ref)) },
        storedTraces: { find: async () => undefined },
        tokenQueue: { send: async (all) => void sent.tokens.push(...all) },
        nftQueue: { send: async (all) => void sent.nfts.push(...all) },
        withBlockchainId: (raw) => raw,
      },
      record,
    );
  return {
    chainId,
    open,
    async request(families: readonly RowFamily[] = ROW_FAMILIES, range = { from: 0, to: START - 1 }) {
      return createRederivation(open().table, chainId, { ...range, families }, { workers: 2, now });
    },
    /** By one worker, until there is nothing to do. */
    async work(worker: BackfillWorker = { index: 0, count: 1 }, stop = () => false): Promise<void> {
      const tables = open();
      const timer = {
        now: () => now,
        steady: () => now,
        sleep: async (ms: number) => {
          now += ms;
        },
      };
      await rederive(
        { chain: chainId, table: tables.table, rows: rowsOver(tables), keepPace: async () => undefined, worker, timer },
        stop,
      );
    },
    async change() {
      const { table } = open();
      const record = await getRederivation(table, chainId);
      const parts = await getParts(table, chainId);
      return record !== undefined && (await changeCopies(table, chainId, record, { parts, now }));
    },
    compare: () => request('compare'),
    drop: () => request('drop'),
  };

  async function request(work: 'compare' | 'drop'): Promise<boolean> {
    const { table } = open();
    const record = await getRederivation(table, chainId);
    return record !== undefined && (await requestWork(table, chainId, record, { work, now }));
  }
}

function blockOf(bucket: readonly RawBlock[], { number, hash }: BlockRef): RawBlock {
  const raw = bucket.find(({ block }) => Number(block.number) === number);
  if (!raw || raw.block.hash !== hash) throw new DamagedHistory(`block ${number} is missing`);
  return raw;
}
