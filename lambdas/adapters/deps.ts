import type { Chain, RuntimeConfig } from '../contract/config';
import type { AnyEndpoint } from '../contract/endpoint';
import { env } from '../contract/env';
import type { QueueName } from '../contract/function';
import type { EntityName } from '../table/schema';
import type { Queue } from './aws/queue';
import { type Clock, systemClock } from './clock';
import { runtimeConfig } from './config';
import type { List, PageQuery, readPage } from './dynamo/list';
import type { Readers } from './dynamo/readers';
import type { Meter } from './dynamo/table';
import type { Writers } from './dynamo/writers';
import type { PriceProvider } from './http/prices';
import type { Node } from './node/node';

/**
 * What a handler may use: the readers of the entities that its endpoint declares; the node, with prices if there are any,
 * the queue that it sends to, and the writers of the entities that it writes, if it says so.
 */
export type Deps<
  E extends EntityName,
  N extends boolean,
  S extends QueueName = never,
  W extends EntityName = never,
> = Readers<E> & {
  readonly chains: readonly Chain[];
  readonly limits: RuntimeConfig['limits'];
  readonly webhookLoopback: boolean;
  readonly now: Clock;
  /** One page over lists that the readers made. */
  readonly page: <T>(lists: readonly List<T>[], query: PageQuery<T>) => ReturnType<typeof readPage<T>>;
} & (N extends true ? { readonly node: Node; readonly prices: PriceProvider | undefined } : unknown) &
  ([S] extends [never] ? unknown : { readonly queue: Pick<Queue, 'send'> }) &
  ([W] extends [never] ? unknown : { readonly write: Writers<W> });

/**
 * Real dependencies of an endpoint, built once a cold start. An entity that it does not declare is not there, and an
 * SDK client that it does not use is not loaded: hence the imports on the way.
 */
export async function depsOf(spec: AnyEndpoint): Promise<{ deps: unknown; meter: Meter }> {
  const { chains, limits, webhookLoopback } = runtimeConfig();
  const deps: Record<string, unknown> = { chains, limits, webhookLoopback, now: systemClock };
  if (spec.node) {
    deps.node = (await import('./node/node')).node;
    deps.prices = (await import('./http/prices')).priceProvider();
  }
  if (spec.sends) deps.queue = (await import('./aws/queue')).openQueue(env(spec.sends));
  if (spec.reads.length === 0) return { deps, meter: { requests: 0, readUnits: 0, writeUnits: 0 } };
  const { openTable, readers, readPage } = await import('./dynamo/reading');
  const table = openTable(env('table'));
  for (const entity of spec.reads) deps[entity] = readers[entity](table, systemClock);
  if (spec.writes) deps.write = (await import('./dynamo/writers')).writersOf(table, spec.writes);
  deps.page = <T>(lists: readonly List<T>[], query: PageQuery<T>) => readPage(table, lists, query);
  return { deps, meter: table.meter };
}
