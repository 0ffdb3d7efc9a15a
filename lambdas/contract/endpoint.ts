import type * as z from 'zod';
import type { EntityName } from '../table/schema';
import type { QueueName } from './function';

type Shape = z.ZodObject;

/** One endpoint, declared once. Function, route, IAM, OpenAPI, docs page and handler types derive from it. */
export interface EndpointSpec<
  P extends Shape = Shape,
  Q extends Shape = Shape,
  R extends z.ZodType = z.ZodType,
  E extends EntityName = EntityName,
  N extends boolean = boolean,
  S extends QueueName = QueueName,
  B extends z.ZodType = z.ZodType,
  W extends EntityName = EntityName,
> {
  /** camelCase; also the handler's file (kebab-case), the function's name and the OpenAPI operationId. */
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** A literal may stand behind the last variable (`{tokenId}:reindex`); API Gateway sees the path without it. */
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  /** Compute units one call costs: documented, not metered. */
  readonly weight: number;
  /** `open`: no key at all, own throttle. `anyone`: a key or the anonymous plan. `key`: 401 without a key. */
  readonly access: 'open' | 'anyone' | 'key';
  /** Entities of the table that it reads: its IAM grant and its `deps`. */
  readonly reads: readonly E[];
  /** Entities of the table that it writes. */
  readonly writes?: readonly W[];
  /** true: it asks chains' nodes, so it may read their source URLs. */
  readonly node?: N;
  /** The queue that it may send to. */
  readonly sends?: S;
  /** Status of an answer that is no error; 200 where unsaid. 201 is for what begins something. */
  readonly success?: 200 | 201;
  readonly params: P;
  readonly query: Q;
  /** The JSON body of the request; absent where it has none. */
  readonly body?: B;
  readonly response: R;
  /** Content type of an answer that is not JSON, where it depends on the parameters by a function of them. */
  readonly contentType?: string | ((params: Readonly<Record<string, string>>) => string);
  readonly deprecated?: boolean;
}
/** Any endpoint, where its own types do not matter. */
export type AnyEndpoint = EndpointSpec;
/** An endpoint of the registry. `resource`: the file of `contract/endpoints/` that declares it. */
export type RegisteredEndpoint = AnyEndpoint & { readonly resource: string };

type Names<S extends string> = S extends `${string}{${infer N}}${infer Rest}` ? N | Names<Rest> : never;
type Only<Keys, Allowed> = [Exclude<Keys, Allowed>] extends [never] ? unknown : never;
type Path = `/v1/${string}` | `/v2/${string}` | '/docs' | `/docs/${string}`;

/** Identity at run time. At compile time it ties `params` to the names in `path`, no fewer and no more. */
export function endpoint<
  const T extends Path,
  P extends z.ZodObject<Record<Names<T>, z.ZodType>>,
  Q extends Shape,
  R extends z.ZodType,
  const E extends EntityName = never,
  const N extends boolean = false,
  const S extends QueueName = never,
  B extends z.ZodType = z.ZodUndefined,
  const W extends EntityName = never,
>(
  spec: Omit<EndpointSpec<P, Q, R, E, N, S, B, W>, 'path' | 'params'> & {
    readonly path: T;
    readonly params: P & Only<keyof P['shape'], Names<T>>;
  },
): EndpointSpec<P, Q, R, E, N, S, B, W> {
  return spec;
}

/** The literal behind a path's last variable: `:reindex`, or nothing. */
export const suffixOf = ({ path }: { readonly path: string }): string => /(?<=\})[^}/]*$/.exec(path)?.[0] ?? '';

/** The path as API Gateway registers it: a variable is a whole segment there. */
export const routeOf = (endpoint: { readonly path: string }): string =>
  endpoint.path.slice(0, endpoint.path.length - suffixOf(endpoint).length);

/** An endpoint's name in files and function handlers: `getBlock` is `get-block`. */
export const kebabOf = ({ id }: { readonly id: string }): string =>
  id.replace(/[A-Z]|(?<=[a-z])\d/g, (c) => `-${c.toLowerCase()}`);

/** `getBlock` of `blocks` lives in `lambdas/api/blocks/get-block.ts`: its path below `lambdas/api`. A law test holds us to it. */
export const fileOf = (endpoint: { readonly id: string; readonly resource: string }): string =>
  `${endpoint.resource}/${kebabOf(endpoint)}`;
