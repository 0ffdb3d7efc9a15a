import type * as z from 'zod';
import type { FunctionUses, QueueName } from './function';
import type { Tag } from './tags';

/**
 * What an endpoint may use: its IAM grants, and the dependencies of its handler. What it does not declare is neither
 * granted nor present: a handler that uses it does not compile.
 */
export interface EndpointUses
  extends Pick<FunctionUses, 'reads' | 'writes' | 'node' | 'files' | 'states' | 'deadLetters'> {
  /** The queue that it may send to. */
  readonly queue?: QueueName;
  /** true: its answers show prices, where there is a price service. */
  readonly prices?: true;
}

/** Headers of an answer, by their names in lower case. */
export type Headers = Readonly<Record<string, string>>;

/** One endpoint, declared once. Function, route, IAM, OpenAPI, docs page and handler types derive from it. */
export interface EndpointSpec {
  /** camelCase; also the handler's file (kebab-case), the function's name and the OpenAPI operationId. */
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** A literal may follow the last variable (`{tokenId}:reindex`); API Gateway sees the path without it. */
  readonly path: string;
  /** The operationId where clients of this kind of API know another than `id`. */
  readonly operationId?: string;
  /**
   * The function that answers it together with others of its resource, which use the same. A stack has 500 resources, and
   * a function of its own takes four. By default it has its own.
   */
  readonly sharedFunction?: string;
  readonly tag: Tag;
  readonly summary: string;
  readonly description?: string;
  /** Compute units per call: documented, not metered. */
  readonly weight: number;
  /** The most read units that one request may use, of `READ_UNITS`: with a key, where `access` is `anyone`. */
  readonly readUnits: number;
  /** What a caller can do who needs more than that: a sentence without its end. By default, to ask for less. */
  readonly askInstead?: string;
  /** `open`: no key at all, own throttle. `anyone`: a key or the anonymous plan. `key`: 401 without a key. */
  readonly access: 'open' | 'anyone' | 'key';
  /** Of an open endpoint: its throttle in the configuration, if not `openEndpoints`. */
  readonly throttle?: 'docs';
  readonly uses: EndpointUses;
  /** Status of a successful answer; 200 by default. 201 is for creations. */
  readonly success?: 200 | 201;
  readonly params: z.ZodObject;
  /** A parameter that is a plain `z.array` takes repeated keys, `kind=a&kind=b`; every other is given once. */
  readonly query: z.ZodObject;
  /** Headers of the request that mean something to it, by their names in lower case. */
  readonly requestHeaders?: z.ZodObject;
  /** The JSON body of the request; absent if it has none. */
  readonly body?: z.ZodType;
  readonly response: z.ZodType;
  /** Content type of an answer that is not JSON; a function if it depends on the parameters. */
  readonly contentType?: string | ((params: Readonly<Record<string, string>>) => string);
  /** Further headers of a successful answer, in lower case; a function if they depend on the parameters. */
  readonly headers?: Headers | ((params: Readonly<Record<string, string>>) => Headers);
  readonly deprecated?: boolean;
  /** Further paths with the same handler: each is an endpoint and a function of its own to callers and to IAM. */
  readonly aliases?: readonly EndpointAlias[];
}

/** How an alias differs from the endpoint whose handler it shares. */
type EndpointAlias = Pick<EndpointSpec, 'id' | 'path'> &
  Partial<Pick<EndpointSpec, 'operationId' | 'tag' | 'weight' | 'deprecated'>>;

/** An endpoint of the registry. */
export interface RegisteredEndpoint extends Omit<EndpointSpec, 'aliases'> {
  /** The group that it belongs to, such as `blocks`: owner of the entities it writes, and of its function's stack. */
  readonly resource: string;
  /** The folder of its handler, below `lambdas`. */
  readonly folder: string;
  /** Of an alias: the id of the endpoint whose handler it shares. */
  readonly aliasOf?: string;
}

type Names<S extends string> = S extends `${string}{${infer N}}${infer Rest}` ? N | Names<Rest> : never;
type Only<Keys, Allowed> = [Exclude<Keys, Allowed>] extends [never] ? unknown : never;
type Path = '/' | `/v1/${string}` | `/v2/${string}` | '/docs' | `/docs/${string}`;
/** Constraints beyond the declared type: `params` has exactly the names in `path`, and no field is misspelled. */
type Checked<S extends EndpointSpec> = Only<keyof S, keyof EndpointSpec> & {
  readonly path: Path;
  readonly params: z.ZodObject<Record<Names<S['path']>, z.ZodType>> &
    Only<keyof S['params']['shape'], Names<S['path']>>;
  readonly uses: Only<keyof S['uses'], keyof EndpointUses>;
};

/** Identity at run time. At compile time it checks a declaration, and preserves its own types for `implement()`. */
export const endpoint = <const S extends EndpointSpec>(spec: S & Checked<S>): S => spec;

/** The literal after a path's last variable: `:reindex`, or empty. */
export const getSuffix = ({ path }: { readonly path: string }): string => /(?<=\})[^}/]*$/.exec(path)?.[0] ?? '';

/** The path as API Gateway registers it: a variable is a whole segment there. */
export const getRoute = (endpoint: { readonly path: string }): string =>
  endpoint.path.slice(0, endpoint.path.length - getSuffix(endpoint).length);

/** An endpoint's name in files and function handlers: `getBlock` is `get-block`. */
export const toKebabCase = ({ id }: { readonly id: string }): string =>
  id.replace(/[A-Z]|(?<=[a-z])\d/g, (c) => `-${c.toLowerCase()}`);

/** The handler's file below `lambdas`, without its extension: `{folder}/get-block`. A law test enforces it. */
export const getFile = ({ id, aliasOf, folder }: Pick<RegisteredEndpoint, 'id' | 'aliasOf' | 'folder'>): string =>
  `${folder}/${toKebabCase({ id: aliasOf ?? id })}`;

/** The name of the function that answers an endpoint. */
export const getFunction = ({ id, sharedFunction }: Pick<EndpointSpec, 'id' | 'sharedFunction'>): string =>
  sharedFunction ?? id;

type Answered = Pick<RegisteredEndpoint, 'id' | 'sharedFunction' | 'aliasOf'>;

/** The base name of the file of that function: `get-block`. An alias has the bundle of its original. */
export const getBundle = ({ id, sharedFunction, aliasOf }: Answered): string =>
  toKebabCase({ id: sharedFunction ?? aliasOf ?? id });

/** The file of that function, like `getFile`. A shared one is beside those of its endpoints, which it combines. */
export const getEntryPoint = (endpoint: Answered & Pick<RegisteredEndpoint, 'folder'>): string =>
  `${endpoint.folder}/${getBundle(endpoint)}`;
