import type { AccessRecord, Surface } from '../contract/access-log';

/** For open endpoints, anonymous callers and rejected keys. Not a valid owner name. */
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

/** `data 20 GET /v1/chains/{chainId}`. */
const formatEndpoint = ({ surface, weight, method, path }: CountedEndpoint): string =>
  `${surface} ${weight} ${method} ${path}`;

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
  readonly anonymousPlan: string;
  /** Compute units; undefined for an unknown path or method. */
  readonly weightIn: (surface: Surface, method: string, resource: string) => number | undefined;
  readonly chainIn: (resource: string, params: Readonly<Record<string, string>>) => string | undefined;
}

/** Trusts the owner only if API Gateway found the key, as a forged key may name any. Row keys have bounded values. */
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

/** Invalid percent-encoding is kept as is. */
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
