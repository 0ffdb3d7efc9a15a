import type { AccessRecord, Surface } from '../contract/access-log';

/** Requests without a valid key: of open endpoints, of callers without one, and refused keys. No owner has this name. */
export const NO_OWNER = '_';
/** In place of a key, a chain or an endpoint that a request does not have. */
export const NONE = '-';

/** An endpoint as requests to it are counted. */
export interface CountedEndpoint {
  readonly surface: Surface;
  /** Compute units of a request, when it was counted. */
  readonly weight: number;
  /** `-` of a preflight, and of a path that is not served. */
  readonly method: string;
  readonly path: string;
}

/** An endpoint as text: `data 20 GET /v1/chains/{chainId}`. */
const formatEndpoint = ({ surface, weight, method, path }: CountedEndpoint): string =>
  `${surface} ${weight} ${method} ${path}`;

/** The endpoint of such a text. */
export function parseEndpoint(text: string): CountedEndpoint {
  const [surface, weight, method = NONE, path = NONE] = text.split(' ');
  return { surface: surface === 'rpc' ? 'rpc' : 'data', weight: Number(weight), method, path };
}

/** A counted request. */
export interface CountedRequest {
  readonly requestId: string;
  /** Unix ms. */
  readonly at: number;
  readonly owner: string;
  readonly keyId: string;
  /** As text, see `parseEndpoint`. */
  readonly endpoint: string;
  /** As sent, without the name of the stage. */
  readonly path: string;
  readonly chain: string;
  readonly status: number;
  readonly ms: number;
  readonly ip: string;
  readonly host: string;
}

/** What the consumer needs to know of the deployment. */
export interface UsageSettings {
  readonly stage: string;
  /** The plan of callers without a key. */
  readonly anonymousPlan: string;
  /** Compute units of a request; undefined if a path has no such method. */
  readonly weightIn: (surface: Surface, method: string, resource: string) => number | undefined;
  /** The chain that a path is about, by the declared path and its variables; undefined if the service has none of it. */
  readonly chainIn: (resource: string, params: Readonly<Record<string, string>>) => string | undefined;
}

/**
 * The request of a record. Only the owner of a key that API Gateway found is believed: the text of a key that does not
 * exist may name any owner. Every value that rows are made of is one of few, whatever callers send.
 */
export function countedRequest(record: AccessRecord, settings: UsageSettings): CountedRequest {
  const { requestId, keyId, plan, surface, method, resource, status, ms, ip, host } = record;
  const hasKey = keyId !== NONE && record.owner !== NONE && plan !== settings.anonymousPlan;
  const path = withoutStage(record.path, settings.stage);
  const weight = settings.weightIn(surface, method, resource);
  const called = weight === undefined ? { weight: 0, method: NONE, path: NONE } : { weight, method, path: resource };
  return {
    requestId,
    path,
    ip,
    host,
    at: Number(record.at),
    owner: hasKey ? record.owner : NO_OWNER,
    keyId: hasKey ? keyId : NONE,
    endpoint: formatEndpoint({ surface, ...called }),
    chain: settings.chainIn(called.path, paramsIn(called.path, path)) ?? NONE,
    status: Number(status),
    // Absent of a request that ended before it was routed.
    ms: Number(ms) || 0,
  };
}

const withoutStage = (path: string, stage: string): string =>
  path === `/${stage}` || path.startsWith(`/${stage}/`) ? path.slice(stage.length + 1) || '/' : path;

/** The variables of a declared path, decoded; a broken encoding stays as it is. */
function paramsIn(resource: string, path: string): Record<string, string> {
  const sent = path.split('/');
  return Object.fromEntries(
    resource.split('/').flatMap((segment, i) => {
      const name = /^\{(\w+)\}$/.exec(segment)?.[1];
      return name === undefined ? [] : [[name, decoded(sent[i] ?? '')]];
    }),
  );
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
