import type { APIGatewayProxyResult } from 'aws-lambda';
import type { Queue } from '../aws/queue';
import { runtimeConfig } from '../config/runtime';
import type { Chain, RuntimeConfig } from '../contract/config';
import type { ContractVersion } from '../contract/contract-version';
import type { EndpointUses, Headers } from '../contract/endpoint';
import { env } from '../contract/env';
import type { ApiError } from '../contract/errors';
import type { QueueName } from '../contract/function';
import type { PChain } from '../contract/pchain-config';
import { type Clock, systemClock } from '../runtime/clock';
import type { List, PageQuery, readPage } from '../table/list';
import { createReadBudget, type ReadBudget } from '../table/read-budget';
import type { EntityName } from '../table/schema';
import type { Meter, Table } from '../table/table';

type Accessor = (table: Table, now: Clock) => object;
type Accessors = Readonly<Partial<Record<EntityName, Accessor>>>;
type ClientName = Exclude<keyof EndpointUses, 'reads' | 'writes' | 'queue'>;

/** All by dynamic import, so that an endpoint's cold start loads only the dependencies declared in `uses`. */
export interface Provider {
  readonly readers?: () => Promise<Accessors>;
  readonly writers?: () => Promise<Accessors>;
  readonly clients?: { readonly [K in ClientName]?: (config: RuntimeConfig) => Promise<unknown> };
  /** Given to every endpoint of the capability, declared or not. */
  readonly common?: object;
  /** Wraps the dependencies of one request, to derive response headers from their use. */
  readonly perRequest?: <D extends object>(deps: D) => RequestDeps<D>;
  /** For capabilities whose errors have another form. */
  readonly errorAnswer?: (error: ApiError) => APIGatewayProxyResult;
}

export interface RequestDeps<D> {
  readonly deps: D;
  readonly headers: () => Headers;
}

export type Built<A> = { readonly [K in keyof A]: A[K] extends (...of: never[]) => infer R ? R : never };
type Loaded<F> = F extends () => Promise<infer A> ? Built<A> : unknown;
type NamesIn<Names> = Names extends readonly (infer E extends EntityName)[] ? E : never;
type ClientsOf<C, U> = {
  readonly [K in keyof C & keyof U]: C[K] extends (config: RuntimeConfig) => Promise<infer T> ? T : never;
};

interface CommonDeps {
  readonly chains: readonly Chain[];
  readonly pChains: readonly PChain[];
  readonly contractVersion: ContractVersion;
  readonly limits: RuntimeConfig['limits'];
  readonly readUnitsWithoutKey: number;
  readonly readBudget: ReadBudget;
  readonly webhookLoopback: boolean;
  readonly now: Clock;
  readonly page: <T>(lists: readonly List<T>[], query: PageQuery<T>) => ReturnType<typeof readPage<T>>;
}

/**
 * Derived from the endpoint's declaration: `uses: { reads: ['Webhook'], node: true }` adds the reader of webhooks,
 * under the entity's name, and the node.
 */
export type Deps<P extends Provider, U extends EndpointUses = EndpointUses> = CommonDeps &
  (P extends { readonly common: infer C } ? C : unknown) &
  (U extends { readonly reads: infer Names }
    ? Pick<Loaded<P['readers']>, NamesIn<Names> & keyof Loaded<P['readers']>>
    : unknown) &
  (U extends { readonly writes: infer Names }
    ? { readonly write: Pick<Loaded<P['writers']>, NamesIn<Names> & keyof Loaded<P['writers']>> }
    : unknown) &
  ClientsOf<P['clients'], U> &
  (U extends { readonly queue: QueueName } ? { readonly queue: Pick<Queue, 'send'> } : unknown);

/** Built once per cold start. Throws for a write without a writer: endpoints must not write the indexer's entities. */
export async function createDeps(
  provider: Provider,
  { reads = [], writes = [], queue, ...clients }: EndpointUses,
): Promise<{ deps: unknown; meter: Meter }> {
  const config = runtimeConfig();
  const { chains, pChains, contractVersion, limits, readUnitsWithoutKey, webhookLoopback } = config;
  const deps: Record<string, unknown> = {
    chains,
    pChains,
    contractVersion,
    limits,
    readUnitsWithoutKey,
    readBudget: createReadBudget(),
    webhookLoopback,
    now: systemClock,
    ...provider.common,
  };
  for (const name of Object.keys(clients) as ClientName[]) deps[name] = await provider.clients?.[name]?.(config);
  if (queue) deps.queue = (await import('../aws/queue')).createQueue(env(queue));
  if (reads.length === 0) return { deps, meter: { requests: 0, readUnits: 0, writeUnits: 0 } };
  const [{ createTableClient, readPage }, readers, writers] = await Promise.all([
    import('../table/reading'),
    provider.readers?.() ?? {},
    writes.length > 0 ? provider.writers?.() : {},
  ]);
  const table = createTableClient(env('table'));
  deps.readBudget = table.budget;
  for (const entity of reads) {
    const reader = (readers as Accessors)[entity];
    if (reader) deps[entity] = reader(table, systemClock);
  }
  if (writes.length > 0) deps.write = createWriters(writers ?? {}, table, writes, systemClock);
  deps.page = <T>(lists: readonly List<T>[], query: PageQuery<T>) => readPage(table, lists, query);
  return { deps, meter: table.meter };
}

export function createWriters<A extends Accessors, E extends EntityName>(
  writers: A,
  table: Table,
  names: readonly E[],
  now: Clock,
): Pick<Built<A>, E & keyof A> {
  const built = names.map((name) => {
    const writer = writers[name];
    if (!writer) throw new Error(`no endpoint may write ${name}`);
    return [name, writer(table, now)] as const;
  });
  return Object.fromEntries(built) as Pick<Built<A>, E & keyof A>;
}
