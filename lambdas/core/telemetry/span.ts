type AttributeName =
  | 'http.request.method'
  | 'http.route'
  | 'http.response.status_code'
  | 'rpc.system'
  | 'rpc.service'
  | 'rpc.method'
  | 'rpc.batch.size'
  | 'messaging.message.id'
  | 'messaging.message.attempt'
  | 'server.address'
  | 'error.type'
  | 'faas.name'
  | 'request.id'
  | 'chain.id'
  | 'block.number'
  | 'block.count'
  | 'match.message'
  | 'webhook.id';

/**
 * A closed list, without keys, owners, addresses, paths and queries: spans may go to a third party. A span with
 * `error.type` has failed.
 */
export type Attributes = Readonly<Partial<Record<AttributeName, string | number | undefined>>>;

export interface NewSpan {
  readonly name: string;
  /** `internal` by default. */
  readonly kind?: 'internal' | 'server' | 'client' | 'consumer';
  readonly attributes?: Attributes;
}

/** As declared: a path as sent may contain addresses. */
export interface Route {
  readonly method: string;
  readonly path: string;
}

export interface Subject {
  /** Hash of a block, or ID of an operation. */
  readonly id: string;
  readonly attributes?: Attributes;
}

/** Steps whose spans have children, perhaps in other processes. */
type ParentStep = 'index block' | 'match block' | 'start export';

export interface Step extends NewSpan {
  /** Its span is in the trace of the last sampled one. Without a subject, it has a trace of its own. */
  readonly subjects: readonly Subject[];
  readonly parentStep?: ParentStep | undefined;
  /** Its parent step starts with it. */
  readonly startsParent?: boolean;
  /** Its span ID derives from its name, and each other subject has a span with a link to it. */
  readonly hasChildren?: boolean;
}

export interface ActiveTracer {
  inSpan<T>(toSpan: () => NewSpan, work: () => Promise<T>): Promise<T>;
  annotate(attributes: Attributes): void;
  flush(): Promise<void>;
}
