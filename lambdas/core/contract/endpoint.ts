import type * as z from 'zod';
import type { FunctionUses, QueueName } from './function';
import type { Tag } from './tags';

/**
 * Resources of an endpoint: its IAM grants and its handler's dependencies. Anything undeclared is neither granted nor
 * present, and a handler that uses it does not compile.
 */
export interface EndpointUses
  extends Pick<FunctionUses, 'reads' | 'writes' | 'node' | 'files' | 'states' | 'deadLetters'> {
  /** Queue that it may send to. */
  readonly queue?: QueueName;
  /** true: responses have prices, if a price service is configured. */
  readonly prices?: true;
}

/** Response headers, by lower-case name. */
export type Headers = Readonly<Record<string, string>>;

/** Declaration of an endpoint; its function, route, IAM, OpenAPI, docs page and handler types derive from it. */
export interface EndpointSpec {
  /** camelCase. Also names the handler's file (kebab-case), the function and the OpenAPI operation. */
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** A literal may follow the last variable (`{tokenId}:reindex`); it is stripped for API Gateway (`getRoute`). */
  readonly path: string;
  /** OpenAPI operationId if clients of this kind of API know a different one than `id`. */
  readonly operationId?: string;
  /**
   * Function shared with other endpoints of the resource that have the same `uses`. Saves resources: a stack is limited
   * to 500 and a function takes four. By default an endpoint has its own function.
   */
  readonly sharedFunction?: string;
  readonly tag: Tag;
  readonly summary: string;
  readonly description?: string;
  /** Compute units per call; documented, not metered. */
  readonly weight: number;
  /** Maximum read units per request, one of `READ_UNITS`. Lower without a key if `access` is `anyone`. */
  readonly readUnits: number;
  /** How to stay below `readUnits`, as a clause for the error message. Defaults to asking for less. */
  readonly askInstead?: string;
  /** `open`: never a key, own throttle. `anyone`: a key or the anonymous plan. `key`: 401 without a key. */
  readonly access: 'open' | 'anyone' | 'key';
  /** Throttle setting of an open endpoint; defaults to `openEndpoints`. */
  readonly throttle?: 'docs';
  readonly uses: EndpointUses;
  /** Status of a successful response, by default 200; 201 for creations. */
  readonly success?: 200 | 201;
  readonly params: z.ZodObject;
  /** A plain `z.array` takes repeated keys (`kind=a&kind=b`); any other parameter may be given once. */
  readonly query: z.ZodObject;
  /** Request headers that the endpoint reads, by lower-case name. */
  readonly requestHeaders?: z.ZodObject;
  /** JSON request body, if any. */
  readonly body?: z.ZodType;
  readonly response: z.ZodType;
  /** Content type of a response that is not JSON; a function if it depends on the parameters. */
  readonly contentType?: string | ((params: Readonly<Record<string, string>>) => string);
  /** Extra headers of a successful response; a function if they depend on the parameters. */
  readonly headers?: Headers | ((params: Readonly<Record<string, string>>) => Headers);
  readonly deprecated?: boolean;
  /** Further paths with the same handler. Each is a separate endpoint and function for callers and for IAM. */
  readonly aliases?: readonly EndpointAlias[];
}

/** Overrides of an alias; everything else is taken from the original endpoint. */
type EndpointAlias = Pick<EndpointSpec, 'id' | 'path'> &
  Partial<Pick<EndpointSpec, 'operationId' | 'tag' | 'weight' | 'deprecated'>>;

/** An endpoint of the registry. */
export interface RegisteredEndpoint extends Omit<EndpointSpec, 'aliases'> {
  /** Group of the endpoint, such as `blocks`: owns the entities that it writes, and the stack of its function. */
  readonly resource: string;
  /** Folder of the handler, below `lambdas`. */
  readonly folder: string;
  /** Id of the original endpoint, if this is an alias. */
  readonly aliasOf?: string;
}

type Names<S extends string> = S extends `${string}{${infer N}}${infer Rest}` ? N | Names<Rest> : never;
type Only<Keys, Allowed> = [Exclude<Keys, Allowed>] extends [never] ? unknown : never;
type Path = '/' | `/v1/${string}` | `/v2/${string}` | '/docs' | `/docs/${string}`;
/**
 * Compile-time checks beyond `EndpointSpec`: `params` has exactly the names in `path`, and there are no unknown fields.
 */
type Checked<S extends EndpointSpec> = Only<keyof S, keyof EndpointSpec> & {
  readonly path: Path;
  readonly params: z.ZodObject<Record<Names<S['path']>, z.ZodType>> &
    Only<keyof S['params']['shape'], Names<S['path']>>;
  readonly uses: Only<keyof S['uses'], keyof EndpointUses>;
};

/** Identity function that checks a declaration at compile time and preserves its literal types for `implement()`. */
export const endpoint = <const S extends EndpointSpec>(spec: S & Checked<S>): S => spec;

/** Literal after a path's last variable, such as `:reindex`; empty if there is none. */
export const getSuffix = ({ path }: { readonly path: string }): string => /(?<=\})[^}/]*$/.exec(path)?.[0] ?? '';

/** The path without its suffix: in API Gateway a variable must be a whole segment. */
export const getRoute = (endpoint: { readonly path: string }): string =>
  endpoint.path.slice(0, endpoint.path.length - getSuffix(endpoint).length);

/** File name of an endpoint: `getBlock` becomes `get-block`. */
export const toKebabCase = ({ id }: { readonly id: string }): string =>
  id.replace(/[A-Z]|(?<=[a-z])\d/g, (c) => `-${c.toLowerCase()}`);

/** Handler file below `lambdas`, without extension: `{folder}/get-block`. A law test enforces it. */
export const getFile = ({ id, aliasOf, folder }: Pick<RegisteredEndpoint, 'id' | 'aliasOf' | 'folder'>): string =>
  `${folder}/${toKebabCase({ id: aliasOf ?? id })}`;

/** Name of the function that serves an endpoint. */
export const getFunction = ({ id, sharedFunction }: Pick<EndpointSpec, 'id' | 'sharedFunction'>): string =>
  sharedFunction ?? id;

type Answered = Pick<RegisteredEndpoint, 'id' | 'sharedFunction' | 'aliasOf'>;

/** Base name of the function's bundle: `get-block`. Aliases use the bundle of the original. */
export const getBundle = ({ id, sharedFunction, aliasOf }: Answered): string =>
  toKebabCase({ id: sharedFunction ?? aliasOf ?? id });

/** Entry file of the function, in the form of `getFile`. A shared function's file is beside its endpoints' handlers. */
export const getEntryPoint = (endpoint: Answered & Pick<RegisteredEndpoint, 'folder'>): string =>
  `${endpoint.folder}/${getBundle(endpoint)}`;
