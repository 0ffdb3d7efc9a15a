import type { Chain } from '../contract/config';
import type { AnyEndpoint } from '../contract/endpoint';
import { env } from '../contract/env';
import type { EntityName } from '../table/schema';
import { type Clock, systemClock } from './clock';
import { runtimeConfig } from './config';
import { type List, type Position, readPage } from './dynamo/list';
import { type Readers, readers } from './dynamo/readers';
import { type Meter, openTable, type Table } from './dynamo/table';
import type { Node } from './evm/node';

interface PageQuery<T> {
  readonly ascending: boolean;
  readonly size: number;
  readonly from?: Position | undefined;
  readonly keep?: (value: T) => boolean;
}

/** What a handler may use: the readers of the entities that its endpoint declares, and the node if it says so. */
export type Deps<E extends EntityName, N extends boolean> = Readers<E> & {
  readonly chains: readonly Chain[];
  readonly now: Clock;
  /** One page over lists that the readers made. */
  readonly page: <T>(lists: readonly List<T>[], query: PageQuery<T>) => ReturnType<typeof readPage<T>>;
} & (N extends true ? { readonly node: Node } : unknown);

let table: Table | undefined;

/** Real dependencies of an endpoint, built once a cold start. An entity it does not declare is not there. */
export function depsOf(spec: AnyEndpoint): { deps: unknown; meter: Meter } {
  const needed = spec.reads.length > 0;
  if (needed) table ??= openTable(env('table'));
  const opened = table;
  const deps: Record<string, unknown> = { chains: runtimeConfig().chains, now: systemClock };
  if (opened) {
    for (const entity of spec.reads) deps[entity] = readers[entity](opened, systemClock);
    deps.page = <T>(lists: readonly List<T>[], query: PageQuery<T>) => readPage(opened, lists, query);
  }
  // Loaded on the first call: SSM's client stays out of what every other endpoint loads.
  if (spec.node) deps.node = { call: async (...args) => (await import('./evm/node')).node.call(...args) } satisfies Node;
  return { deps, meter: opened?.meter ?? { requests: 0, readUnits: 0, writeUnits: 0 } };
}
