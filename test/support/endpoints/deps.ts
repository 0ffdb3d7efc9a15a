import type { addressMetadata } from '../../../lambdas/adapters/address-metadata';
import type { DeadLetters } from '../../../lambdas/adapters/aws/dead-letters';
import type { DownloadUrlOf } from '../../../lambdas/adapters/aws/download-url';
import { jobsOf } from '../../../lambdas/adapters/dynamo/chain/backfill-jobs';
import type { Lease } from '../../../lambdas/adapters/dynamo/chain/lease';
import { openActivityMarkers } from '../../../lambdas/adapters/dynamo/evm/activity-markers';
import { countGaps } from '../../../lambdas/adapters/dynamo/evm/gaps';
import { openInternalTxRows } from '../../../lambdas/adapters/dynamo/evm/internal-rows';
import { evmReaders } from '../../../lambdas/adapters/dynamo/evm/readers';
import { exportReaders, exportWriters } from '../../../lambdas/adapters/dynamo/exports/readers';
import { readPage } from '../../../lambdas/adapters/dynamo/list';
import { nodeHeadWriter } from '../../../lambdas/adapters/dynamo/pchain/node-head';
import { pChainReaders } from '../../../lambdas/adapters/dynamo/pchain/readers';
import type { Table } from '../../../lambdas/adapters/dynamo/table';
import { usageReaders } from '../../../lambdas/adapters/dynamo/usage/readers';
import { webhookReaders } from '../../../lambdas/adapters/dynamo/webhooks/readers';
import { webhookWriters } from '../../../lambdas/adapters/dynamo/webhooks/writers';
import type { PriceProvider } from '../../../lambdas/adapters/http/prices';
import { NodeRefused } from '../../../lambdas/adapters/node/errors';
import type { Node } from '../../../lambdas/adapters/node/node';
import { servingNodes } from '../../../lambdas/adapters/node/serving';
import type { ValidatorSnapshots } from '../../../lambdas/adapters/pchain/validator-snapshots';
import type { AddressMetadataOfChain } from '../../../lambdas/contract/address-metadata';
import { type Chain, Config } from '../../../lambdas/contract/config';
import { type ContractVersion, NEWEST_CONTRACT } from '../../../lambdas/contract/contract-version';
import type { QueueName } from '../../../lambdas/contract/function';
import type { PChain } from '../../../lambdas/contract/p-chain-config';
import type { Cursor } from '../../../lambdas/domain/chain/cursor';
import { derive } from '../../../lambdas/domain/evm/derive';
import type { RawBlock } from '../../../lambdas/domain/evm/rpc';
import type { TraceCursor } from '../../../lambdas/domain/evm/trace-cursor';
import { type Built, createWriters, type Deps } from '../../../lambdas/http/deps';
import { itemsOf } from '../../../lambdas/indexer/evm/projections/facts';
import { aChain, aCursor } from '../make/blocks';
import type { Traced } from '../make/internal-transactions';
import { memoryTable } from '../tables/memory';

/** 2 s after the last time of `aCursor`: its chain is up. Unix ms. */
export const NOW = 1_700_000_012_000;

const readers = { ...pChainReaders, ...webhookReaders, ...exportReaders, ...usageReaders, ...evmReaders };
const writers = { ...webhookWriters, ...exportWriters, NodeHead: nodeHeadWriter };
const WRITTEN = Object.keys(writers) as (keyof typeof writers)[];

/** What a handler of any endpoint may use. */
export type AllDeps = Deps<object, { queue: QueueName }> &
  Built<typeof readers> & {
    readonly write: Built<typeof writers>;
    readonly node: Node;
    readonly prices: PriceProvider | undefined;
    readonly files: { readonly urlOf: DownloadUrlOf };
    readonly states: Pick<ValidatorSnapshots, 'get'>;
    readonly deadLetters: DeadLetters;
    readonly metadataOn: typeof addressMetadata;
  };

interface Given {
  readonly chains?: readonly Chain[];
  readonly pChains?: readonly PChain[];
  /** Unsaid: the newest. */
  readonly contractVersion?: ContractVersion;
  /** Indexed blocks by chain id, ascending. */
  readonly blocks?: Readonly<Record<string, readonly Traced[]>>;
  /** By chain id, or by the name of a P-chain's source. Unsaid: at the last of the chain's blocks; a chain without blocks has none. */
  readonly cursors?: Readonly<Record<string, Cursor>>;
  readonly node?: Node['call'];
  readonly prices?: PriceProvider | undefined;
  /** What the operator says of addresses, by chain id. */
  readonly metadata?: Readonly<Record<string, AddressMetadataOfChain>>;
  /** The trace cursors, by chain id. Default: the chain's last block, if blocks have traces. */
  readonly traced?: Readonly<Record<string, number>>;
  /** Snapshots of the validators of P-chains. Unsaid: there are none. */
  readonly snapshots?: Pick<ValidatorSnapshots, 'get'>;
  /** Unsaid: an empty one in memory. */
  readonly table?: Table;
}

/** Dependencies of every endpoint: the real readers over a table in memory that holds the rows of these blocks. */
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
  snapshots = { get: async () => undefined },
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
    // Not the real one: it remembers cursors for a second of real time, across tests.
    Cursor: {
      find: async (chain) => known.get(chain),
      all: async (wanted) => new Map([...known].filter(([chain]) => wanted.includes(chain))),
      traceCursors: async () =>
        new Map(Object.entries(traced ?? tracedIn(blocks)).map(([chain, at]) => [chain, traceCursorAt(at)])),
      backfills: (chain) => jobsOf(table, chain),
      gapCounts: (chain) => countGaps(table, chain),
    },
    page: (lists, query) => readPage(table, lists, query),
    node: { call: node, batch: batchOf(node), isServing: servingNodes(node, now) },
    prices,
    states: snapshots,
    files: { urlOf: async (operationId, gzip) => `https://files.example/${operationId}${gzip ? '.gz' : ''}` },
    write: createWriters(writers, table, WRITTEN, now),
    deadLetters: { count: async () => 0 },
    queue: { send: async (messages) => void sent.push(...messages) },
  };
  return { deps, table, cursors: known, sent };
}

/** Dependencies of which the first that a reading endpoint asks fails. */
export async function brokenDeps(message: string, pChains: readonly PChain[] = []) {
  const { deps } = await depsWith({ pChains });
  const fail = async () => {
    throw new Error(message);
  };
  return {
    ...deps,
    page: fail,
    Cursor: { find: fail, all: fail, backfills: fail, traceCursors: fail, gapCounts: fail },
    TeleporterMessage: { ...deps.TeleporterMessage, find: fail },
  };
}

/** Adds the rows of blocks, those of their traces, and an activity marker for each address that is new. */
async function writeBlocks(table: Table, chain: Chain, raws: readonly Traced[]): Promise<void> {
  let cumulative = 0;
  for (const raw of raws) {
    const derived = derive(raw, cumulative);
    cumulative = derived.block.cumulative;
    await table.write(itemsOf(derived, chain).map((put) => ({ put })));
    await table.write((await openActivityMarkers(table, chain.chainId).missing([derived])).map((put) => ({ put })));
    if (raw.internalTxs)
      await openInternalTxRows(table, chain.chainId, noLease).write([{ derived, internalTxs: raw.internalTxs }]);
  }
}

const tracedIn = (blocks: Readonly<Record<string, readonly Traced[]>>): Record<string, number> =>
  Object.fromEntries(
    Object.entries(blocks).flatMap(([chain, raws]) =>
      raws.some(({ internalTxs }) => internalTxs) ? [[chain, Number(raws.at(-1)?.block.number)]] : [],
    ),
  );
const traceCursorAt = (number: number): TraceCursor => ({ number, time: 0, epoch: 0, fence: 1 });

/** A cursor at this block, which is also the node's head. */
export function cursorAt(raw: RawBlock | undefined): Cursor | undefined {
  if (!raw) return undefined;
  const [number, time] = [Number(raw.block.number), Number(raw.block.timestamp)];
  return aCursor({ number, hash: raw.block.hash, time, head: number, headTime: time });
}

/** Calls one by one. A node that is down gives no outcome at all. */
const batchOf =
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

/** Rows are written here without one. */
const noLease = { cursor: { epoch: 0 }, signal: () => new AbortController().signal } as unknown as Lease;

const noNode = async (chainId: string, method: string) => {
  throw new Error(`no node was expected to be asked: ${method} of chain ${chainId}`);
};
