import type { AccessRecord, Surface } from '../contract/access-log';

/**
 * The owner of requests without a valid key: open endpoints, anonymous callers, rejected keys. Not a valid owner name.
 */
export const NO_OWNER = '_';
/** Placeholder for a missing key, chain or endpoint. */
export const NONE = '-';

export interface CountedEndpoint {
  readonly surface: Surface;
  /** Compute units per request at the time of counting. */
  readonly weight: number;
  /** `-` for preflights and unknown paths. */
  readonly method: string;
  readonly path: string;
}

/** An endpoint as text: `data 20 GET /v1/chains/{chainId}`. */
const formatEndpoint = ({ surface, weight, method, path }: CountedEndpoint): string =>
  `${surface} ${weight} ${method} ${path}`;

/** Parses the text of an endpoint, see `formatEndpoint`. */
export function parseEndpoint(text: string): CountedEndpoint {
  const [surface, weight, method = NONE, path = NONE] = text.split(' ');
  return { surface: surface === 'rpc' ? 'rpc' : 'data', weight: Number(weight), method, path };
}

export interface CountedRequest {
  readonly requestId: string;
  /** Unix ms. */
  readonly at: number;
  readonly owner: string;
  readonly keyId: string;
  /** Text, see `parseEndpoint`. */
  readonly endpoint: string;
  /** As sent, without the stage name. */
  readonly path: string;
  readonly chain: string;
  readonly status: number;
  readonly ms: number;
  readonly ip: string;
  readonly host: string;
}

export interface UsageSettings {
  readonly stage: string;
  /** The plan of callers without a key. */
  readonly anonymousPlan: string;
  /** Compute units of a request; undefined for an unknown path or method. */
  readonly weightIn: (surface: Surface, method: string, resource: string) => number | undefined;
  /** The chain of a request, from its declared path and variables; undefined if it has none or an unknown one. */
  readonly chainIn: (resource: string, params: Readonly<Record<string, string>>) => string | undefined;
}

/**
 * The request of an access log record. The owner is only trusted if API Gateway found the key, as the text of a forged
 * key may name any owner. Values used in row keys come from bounded sets, whatever callers send.
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
    // Absent if the request ended before it was routed.
    ms: Number(ms) || 0,
  };
}

const withoutStage = (path: string, stage: string): string =>
  path === `/${stage}` || path.startsWith(`/${stage}/`) ? path.slice(stage.length + 1) || '/' : path;

/** The decoded variables of a declared path. Invalid percent-encoding is kept as is. */
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
