import type * as z from 'zod';
import type { FunctionUses, QueueName } from './function';
import type { Tag } from './tags';

/** Its IAM grants and its handler's dependencies: using an undeclared one does not compile. */
export interface EndpointUses
  extends Pick<FunctionUses, 'reads' | 'writes' | 'node' | 'files' | 'raw' | 'traces' | 'states' | 'deadLetters'> {
  readonly queue?: QueueName;
  readonly prices?: true;
}

export type Headers = Readonly<Record<string, string>>;

/** Declares an endpoint; its function, route, IAM, OpenAPI, docs page and handler types derive from it. */
export interface EndpointSpec {
  /** camelCase. Also names the handler's file (kebab-case), the function and the OpenAPI operation. */
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** A literal may follow the last variable (`{tokenId}:reindex`); it is stripped for API Gateway (`getRoute`). */
  readonly path: string;
  /** If clients of this kind of API know a different one than `id`. */
  readonly operationId?: string;
  /** Shared by endpoints of a resource with the same `uses`: a stack has 500 resources, a function takes 4. */
  readonly sharedFunction?: string;
  readonly tag: Tag;
  readonly summary: string;
  readonly description?: string;
  /** Compute units per call; documented, not metered. */
  readonly weight: number;
  /** One of `READ_UNITS`. Lower without a key if `access` is `anyone`. */
  readonly readUnits: number;
  /** How to stay below `readUnits`, as a clause for the error message. Defaults to asking for less. */
  readonly askInstead?: string;
  /** `open`: never a key, own throttle. `anyone`: a key or the anonymous plan. `key`: 401 without a key. */
  readonly access: 'open' | 'anyone' | 'key';
  /** Setting of an open endpoint's throttle; defaults to `openEndpoints`. */
  readonly throttle?: 'docs';
  readonly uses: EndpointUses;
  readonly success?: 200 | 201;
  /** Returns 410 for data deleted after its retention. */
  readonly expires?: true;
  /** Returns 405 for other methods, which API Gateway would answer with 404. */
  readonly rejectsOtherMethods?: true;
  /** 15 by default; API Gateway ends a request after 29. */
  readonly timeoutSeconds?: number;
  readonly params: z.ZodObject;
  /** A plain `z.array` takes repeated keys (`kind=a&kind=b`); any other parameter may be given once. */
  readonly query: z.ZodObject;
  /** Ignore unknown query parameters, as public reads do by default. */
  readonly ignoresUnknown?: true;
  /** A query parameter that may carry the key too, for clients that cannot send headers. */
  readonly keyParameter?: string;
  /** By lower-case name. */
  readonly requestHeaders?: z.ZodObject;
  readonly body?: z.ZodType;
  readonly response: z.ZodType;
  readonly contentType?: string | ((params: Readonly<Record<string, string>>) => string);
  readonly headers?: Headers | ((params: Readonly<Record<string, string>>) => Headers);
  readonly deprecated?: boolean;
  /** Further paths with the same handler, each a separate endpoint and function for callers and IAM. */
  readonly aliases?: readonly EndpointAlias[];
}

type EndpointAlias = Pick<EndpointSpec, 'id' | 'path'> &
  Partial<Pick<EndpointSpec, 'operationId' | 'tag' | 'weight' | 'deprecated'>>;

export interface RegisteredEndpoint extends Omit<EndpointSpec, 'aliases'> {
  /** Such as `blocks`: owns the entities that it writes, and the stack of its function. */
  readonly resource: string;
  readonly folder: string;
  readonly aliasOf?: string;
}

type Names<S extends string> = S extends `${string}{${infer N}}${infer Rest}` ? N | Names<Rest> : never;
type Only<Keys, Allowed> = [Exclude<Keys, Allowed>] extends [never] ? unknown : never;
type Path =
  | '/'
  | '/api'
  | `/v1/${string}`
  | `/v2/${string}`
  | '/docs'
  | `/docs/${string}`
  | `/console/${string}`
  | '/mcp'
  | '/llms.txt';
/** `params` has exactly the names in `path`, and there are no unknown fields. */
type Checked<S extends EndpointSpec> = Only<keyof S, keyof EndpointSpec> & {
  readonly path: Path;
  readonly params: z.ZodObject<Record<Names<S['path']>, z.ZodType>> &
    Only<keyof S['params']['shape'], Names<S['path']>>;
  readonly uses: Only<keyof S['uses'], keyof EndpointUses>;
};

/** Checks a declaration at compile time and preserves its literal types for `implement()`. */
export const endpoint = <const S extends EndpointSpec>(spec: S & Checked<S>): S => spec;

/** Literal after a path's last variable, such as `:reindex`; else empty. */
export const getSuffix = ({ path }: { readonly path: string }): string => /(?<=\})[^}/]*$/.exec(path)?.[0] ?? '';

/** Without the suffix: in API Gateway a variable must be a whole segment. */
export const getRoute = (endpoint: { readonly path: string }): string =>
  endpoint.path.slice(0, endpoint.path.length - getSuffix(endpoint).length);

export const toKebabCase = ({ id }: { readonly id: string }): string =>
  id.replace(/[A-Z]|(?<=[a-z])\d/g, (c) => `-${c.toLowerCase()}`);

/** Below `lambdas`, without extension: `{folder}/get-block`. A law test enforces it. */
export const getFile = ({ id, aliasOf, folder }: Pick<RegisteredEndpoint, 'id' | 'aliasOf' | 'folder'>): string =>
  `${folder}/${toKebabCase({ id: aliasOf ?? id })}`;

export const getFunction = ({ id, sharedFunction }: Pick<EndpointSpec, 'id' | 'sharedFunction'>): string =>
  sharedFunction ?? id;

type Answered = Pick<RegisteredEndpoint, 'id' | 'sharedFunction' | 'aliasOf'>;

/** Aliases use the bundle of the original. */
export const getBundle = ({ id, sharedFunction, aliasOf }: Answered): string =>
  toKebabCase({ id: sharedFunction ?? aliasOf ?? id });

/** A shared function's file is beside its endpoints' handlers. */
export const getEntryPoint = (endpoint: Answered & Pick<RegisteredEndpoint, 'folder'>): string =>
  `${endpoint.folder}/${getBundle(endpoint)}`;
