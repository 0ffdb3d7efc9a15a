import type { Cursor } from '../../../lambdas/chain/domain/cursor';
import { getJobs } from '../../../lambdas/chain/rows/backfill-jobs';
import type { Lease } from '../../../lambdas/chain/rows/lease';
import { type Chain, Config } from '../../../lambdas/core/contract/config';
import { type ContractVersion, NEWEST_CONTRACT } from '../../../lambdas/core/contract/contract-version';
import type { QueueName } from '../../../lambdas/core/contract/function';
import type { PChain } from '../../../lambdas/core/contract/pchain-config';
import { type Built, createWriters, type Deps } from '../../../lambdas/core/http/deps';
import { NodeRefused } from '../../../lambdas/core/node/errors';
import { readPage } from '../../../lambdas/core/table/list';
import type { Table } from '../../../lambdas/core/table/table';
import { pageStartReader, pageStartWriter } from '../../../lambdas/etherscan/rows/page-starts';
import type { AddressMetadataOfChain } from '../../../lambdas/evm/contract/address-metadata';
import { derive } from '../../../lambdas/evm/domain/derive';
import type { RawBlock } from '../../../lambdas/evm/domain/rpc';
import type { TraceCursor } from '../../../lambdas/evm/domain/trace-cursor';
import { toItems } from '../../../lambdas/evm/indexer/projections/facts';
import type { AddressSets } from '../../../lambdas/evm/metrics/address-sets';
import { NO_ADDRESSES } from '../../../lambdas/evm/metrics/domain/address-set';
import type { Node } from '../../../lambdas/evm/node/node';
import type { RawSlices } from '../../../lambdas/evm/node/raw-slices';
import { servingNodes } from '../../../lambdas/evm/node/serving';
import type { StoredTraces } from '../../../lambdas/evm/node/stored-traces';
import { createActivityMarkers } from '../../../lambdas/evm/rows/activity-markers';
import { countGaps, gapReader } from '../../../lambdas/evm/rows/gaps';
import { createInternalTxRows } from '../../../lambdas/evm/rows/internal-tx-rows';
import { evmReaders } from '../../../lambdas/evm/rows/readers';
import type { addressMetadata } from '../../../lambdas/evm/tokens/address-metadata';
import type { PriceProvider } from '../../../lambdas/evm/tokens/prices';
import type { DownloadUrlOf } from '../../../lambdas/exports/files/download-url';
import { exportReaders, exportWriters } from '../../../lambdas/exports/rows/readers';
import { metricsReaders } from '../../../lambdas/metrics/rows/readers';
import type { ValidatorSnapshots } from '../../../lambdas/pchain/node/validator-snapshots';
import { nodeHeadWriter } from '../../../lambdas/pchain/rows/node-head';
import { pChainReaders } from '../../../lambdas/pchain/rows/readers';
import { usageReaders } from '../../../lambdas/usage/rows/readers';
import type { DeadLetters } from '../../../lambdas/webhooks/delivery/dead-letters';
import { noticeWriters } from '../../../lambdas/webhooks/rows/notice-writers';
import { webhookReaders } from '../../../lambdas/webhooks/rows/readers';
import { webhookWriters } from '../../../lambdas/webhooks/rows/writers';
import { aChain, aCursor } from '../make/blocks';
import type { Traced } from '../make/internal-transactions';
import { memoryTable } from '../tables/memory';

/** 2 s after the last time of `aCursor`, so its chain is up. Unix ms. */
export const NOW = 1_700_000_012_000;

const readers = {
  ...{ ...pChainReaders, ...webhookReaders, ...exportReaders, ...usageReaders, ...evmReaders },
  MetricsRow: metricsReaders.MetricsRow,
  BlockchainIdOfChain: metricsReaders.BlockchainIdOfChain,
  PageStart: pageStartReader,
};
const writers = {
  ...{ ...noticeWriters, ...webhookWriters, ...exportWriters },
  NodeHead: nodeHeadWriter,
  PageStart: pageStartWriter,
};
/** The reader caches across tests. */
let uncached = 0;
const WRITTEN = Object.keys(writers) as (keyof typeof writers)[];

export type AllDeps = Deps<object, { queue: QueueName }> &
  Built<typeof readers> & {
    readonly write: Built<typeof writers>;
    readonly node: Node;
    readonly prices: PriceProvider | undefined;
    readonly files: { readonly toUrl: DownloadUrlOf };
    readonly states: Pick<ValidatorSnapshots, 'get' | 'getL1'> & Pick<AddressSets, 'getAddresses' | 'getKnown'>;
    readonly raw: (chain: string) => Pick<RawSlices, 'blocks'>;
    readonly traces: Pick<StoredTraces, 'find'>;
    readonly deadLetters: DeadLetters;
    readonly metadataOn: typeof addressMetadata;
  };

interface Given {
  readonly chains?: readonly Chain[];
  readonly pChains?: readonly PChain[];
  readonly contractVersion?: ContractVersion;
  /** By chain id, ascending. */
  readonly blocks?: Readonly<Record<string, readonly Traced[]>>;
  /** By chain id or P-Chain source. Default: the chain's last block, or none without blocks. */
  readonly cursors?: Readonly<Record<string, Cursor>>;
  readonly node?: Node['call'];
  readonly prices?: PriceProvider | undefined;
  /** By chain id. */
  readonly metadata?: Readonly<Record<string, AddressMetadataOfChain>>;
  /** Trace cursors by chain id. Default: the last block, if blocks have traces. */
  readonly traced?: Readonly<Record<string, number>>;
  readonly snapshots?: Pick<ValidatorSnapshots, 'get' | 'getL1'>;
  readonly table?: Table;
}

const findBlock = (blocks: readonly Traced[], hash: string) => blocks.find(({ block }) => block.hash === hash);
const rawBlocksIn = (blocks: readonly Traced[]): Pick<RawSlices, 'blocks'> => ({
  blocks: async (refs) => refs.flatMap(({ hash }) => findBlock(blocks, hash) ?? []),
});
const noSets: Pick<AddressSets, 'getAddresses' | 'getKnown'> = {
  getAddresses: async () => NO_ADDRESSES,
  getKnown: async () => NO_ADDRESSES,
};

/** The real readers over a table with the rows of these blocks. */
export async function depsWith({
  chains = [aChain()],
  pChains = [],
  contractVersion = NEWEST_CONTRACT,
  blocks = {},
  cursors = {},
  node = noNode,
  prices,
  metadata = {},
  traced,
  snapshots = { get: async () => undefined, getL1: async () => undefined },
  table = memoryTable().table,
}: Given = {}) {
  for (const chain of chains) await writeBlocks(table, chain, blocks[chain.chainId] ?? []);
  const known = new Map(Object.entries(cursors));
  for (const chain of chains) {
    const cursor = cursors[chain.chainId] ?? cursorAt(blocks[chain.chainId]?.at(-1));
    if (cursor) known.set(chain.chainId, cursor);
  }
  const now = () => NOW;
  const sent: unknown[] = [];
  const all = Object.entries(readers).map(([name, reader]) => [name, reader(table, now)]);
  const deps: AllDeps = {
    ...(Object.fromEntries(all) as Built<typeof readers>),
    chains,
    pChains,
    contractVersion,
    limits: Config.parse({}).plans,
    readUnitsWithoutKey: Config.parse({}).readUnitsWithoutKey,
    readBudget: table.budget,
    webhookLoopback: false,
    now,
    metadataOn: (chain) => (address) => metadata[chain]?.[address],
    // The real one caches cursors for a second of real time, across tests.
    Cursor: {
      find: async (chain) => known.get(chain),
      all: async (wanted) => new Map([...known].filter(([chain]) => wanted.includes(chain))),
      traceCursors: async () =>
        new Map(Object.entries(traced ?? tracedIn(blocks)).map(([chain, at]) => [chain, traceCursorAt(at)])),
      backfills: (chain) => getJobs(table, chain),
      gapCounts: (chain) => countGaps(table, chain),
      gapIn: (chain, kinds, range, at) => gapReader(table, now).gapIn(chain, kinds, range, `${at} ${uncached++}`),
    },
    page: (lists, query) => readPage(table, lists, query),
    node: { call: node, batch: getBatch(node), isServing: servingNodes(node, now) },
    prices,
    states: { ...noSets, ...snapshots },
    raw: (chain) => rawBlocksIn(blocks[chain] ?? []),
    traces: { find: async (chain, { hash }) => findBlock(blocks[chain] ?? [], hash)?.internalTxs?.slice() },
    files: { toUrl: async (operationId, gzip) => `https://files.example/${operationId}${gzip ? '.gz' : ''}` },
    write: createWriters(writers, table, WRITTEN, now),
    deadLetters: { count: async () => 0 },
    queue: { send: async (messages) => void sent.push(...messages) },
  };
  return { deps, table, cursors: known, sent };
}

/** The first read of any reading endpoint fails. */
export async function brokenDeps(message: string, pChains: readonly PChain[] = []) {
  const { deps } = await depsWith({ pChains });
  const fail = async () => {
    throw new Error(message);
  };
  return {
    ...deps,
    page: fail,
    Cursor: { find: fail, all: fail, backfills: fail, traceCursors: fail, gapCounts: fail, gapIn: fail },
    TeleporterMessage: { ...deps.TeleporterMessage, find: fail },
  };
}

async function writeBlocks(table: Table, chain: Chain, raws: readonly Traced[]): Promise<void> {
  let cumulative = 0;
  for (const raw of raws) {
    const derived = derive(raw, cumulative);
    cumulative = derived.block.cumulative;
    await table.write(toItems(derived, chain).map((put) => ({ put })));
    await table.write((await createActivityMarkers(table, chain.chainId).missing([derived])).map((put) => ({ put })));
    if (raw.internalTxs)
      await createInternalTxRows(table, chain.chainId, noLease).write([{ derived, internalTxs: raw.internalTxs }]);
  }
}

const tracedIn = (blocks: Readonly<Record<string, readonly Traced[]>>): Record<string, number> =>
  Object.fromEntries(
    Object.entries(blocks).flatMap(([chain, raws]) =>
      raws.some(({ internalTxs }) => internalTxs) ? [[chain, Number(raws.at(-1)?.block.number)]] : [],
    ),
  );
const traceCursorAt = (number: number): TraceCursor => ({ number, time: 0, epoch: 0, fence: 1 });

export function cursorAt(raw: RawBlock | undefined): Cursor | undefined {
  if (!raw) return undefined;
  const [number, time] = [Number(raw.block.number), Number(raw.block.timestamp)];
  return aCursor({ number, hash: raw.block.hash, time, head: number, headTime: time });
}

/** Calls one by one. Rejects if the node is down. */
const getBatch =
  (call: Node['call']): Node['batch'] =>
  (chain, calls) =>
    Promise.all(
      calls.map(([method, ...params]) =>
        call(chain, method, params).then(
          (result) => ({ result }),
          (error: unknown) => {
            if (error instanceof NodeRefused) return { error };
            throw error;
          },
        ),
      ),
    );

const noLease = { cursor: { epoch: 0 }, signal: () => new AbortController().signal } as unknown as Lease;

const noNode = async (chainId: string, method: string) => {
  throw new Error(`no node was expected to be asked: ${method} of chain ${chainId}`);
};
