import type { Chain, RuntimeConfig } from '../contract/config';
import type { ContractVersion } from '../contract/contract-version';
import type { EndpointUses } from '../contract/endpoint';
import { env } from '../contract/env';
import type { QueueName } from '../contract/function';
import type { PChain } from '../contract/p-chain-config';
import type { EntityName } from '../table/schema';
import { addressMetadata, type MetadataOf } from './address-metadata';
import type { DeadLetters } from './aws/dead-letters';
import type { DownloadUrlOf } from './aws/download-url';
import type { Queue } from './aws/queue';
import { type Clock, systemClock } from './clock';
import { runtimeConfig } from './config';
import type { List, PageQuery, readPage } from './dynamo/list';
import { createReadBudget, type ReadBudget } from './dynamo/read-budget';
import type { Readers } from './dynamo/readers';
import type { Meter } from './dynamo/table';
import type { Writers } from './dynamo/writers';
import type { PriceProvider } from './http/prices';
import type { Node } from './node/node';
import type { ValidatorSnapshots } from './pchain/validator-snapshots';

type EntitiesOf<Names> = Names extends readonly (infer E extends EntityName)[] ? E : never;

/** What every handler has. */
interface CommonDeps {
  readonly chains: readonly Chain[];
  readonly pChains: readonly PChain[];
  /** The version of the public contract that answers follow. */
  readonly contractVersion: ContractVersion;
  readonly limits: RuntimeConfig['limits'];
  /** The most read units of a request without a key. */
  readonly readUnitsWithoutKey: number;
  /** What the request may still read. */
  readonly readBudget: ReadBudget;
  readonly webhookLoopback: boolean;
  readonly now: Clock;
  /** What the operator and token lists say of addresses of a configured chain. */
  readonly metadataOn: (chainId: string) => MetadataOf;
  /** One page over lists of the readers. */
  readonly page: <T>(lists: readonly List<T>[], query: PageQuery<T>) => ReturnType<typeof readPage<T>>;
}

/**
 * What a handler may use, derived from its endpoint's declaration: `Deps<{ reads: ['Webhook']; node: true }>` has a
 * reader of webhooks under the entity's name, and the node. Helpers that several handlers share declare their needs in
 * the same way.
 */
export type Deps<U extends EndpointUses = EndpointUses> = CommonDeps &
  (U extends { readonly reads: infer Names } ? Readers<EntitiesOf<Names>> : unknown) &
  (U extends { readonly writes: infer Names } ? { readonly write: Writers<EntitiesOf<Names>> } : unknown) &
  (U extends { readonly node: true } ? { readonly node: Node } : unknown) &
  (U extends { readonly prices: true } ? { readonly prices: PriceProvider | undefined } : unknown) &
  (U extends { readonly states: readonly ['get'] }
    ? { readonly snapshots: Pick<ValidatorSnapshots, 'get'> }
    : unknown) &
  (U extends { readonly files: readonly ['get'] } ? { readonly downloadUrlOf: DownloadUrlOf } : unknown) &
  (U extends { readonly deadLetters: true } ? { readonly deadLetters: DeadLetters } : unknown) &
  (U extends { readonly queue: QueueName } ? { readonly queue: Pick<Queue, 'send'> } : unknown);

/**
 * Real dependencies of an endpoint, built once per cold start. An entity that it does not declare is absent, and a
 * client that it does not use is not loaded, hence the dynamic imports.
 */
export async function depsOf({
  reads = [],
  writes,
  node,
  prices,
  queue,
  files,
  states,
  deadLetters,
}: EndpointUses): Promise<{ deps: unknown; meter: Meter }> {
  const { chains, pChains, contractVersion, limits, readUnitsWithoutKey, webhookLoopback, priceUrl } = runtimeConfig();
  const deps: Record<string, unknown> = {
    chains,
    pChains,
    contractVersion,
    limits,
    readUnitsWithoutKey,
    readBudget: createReadBudget(),
    webhookLoopback,
    now: systemClock,
    metadataOn: addressMetadata,
  };
  if (node) deps.node = (await import('./node/node')).node;
  if (prices) deps.prices = (await import('./http/prices')).priceProvider(priceUrl);
  if (states) deps.snapshots = (await import('./pchain/validator-snapshots')).openValidatorSnapshots(env('bucket'));
  if (files) deps.downloadUrlOf = (await import('./aws/download-url')).openDownloadUrls(env('exportBucket'));
  if (deadLetters)
    deps.deadLetters = (await import('./aws/dead-letters')).openDeadLetters(env('deadLetters'), systemClock);
  if (queue) deps.queue = (await import('./aws/queue')).openQueue(env(queue));
  if (reads.length === 0) return { deps, meter: { requests: 0, readUnits: 0, writeUnits: 0 } };
  const { openTable, readers, readPage } = await import('./dynamo/reading');
  const table = openTable(env('table'));
  deps.readBudget = table.budget;
  for (const entity of reads) deps[entity] = readers[entity](table, systemClock);
  if (writes) deps.write = (await import('./dynamo/writers')).writersOf(table, writes, systemClock);
  deps.page = <T>(lists: readonly List<T>[], query: PageQuery<T>) => readPage(table, lists, query);
  return { deps, meter: table.meter };
}
