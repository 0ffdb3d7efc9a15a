import { findChain, runtimeConfig } from '../../core/config/runtime';
import { MAX_BATCH_CALLS } from '../../core/contract/max-batch-calls';
import { pastStaleConnections } from '../../core/fetch/stale-connections';
import { nodeEndpoint } from '../../core/node/endpoint';
import { NodeDown } from '../../core/node/errors';
import {
  type Call,
  createExchange,
  getResult,
  type HttpAnswer,
  halving,
  type Outcome,
  TimedOut,
  toError,
} from '../../core/node/exchange';
import { followRedirects, redirectingAnswer } from '../../core/node/redirects';
import { sourceUrl } from '../../core/node/sources';
import { steadyClock, systemClock } from '../../core/runtime/clock';
import { annotate } from '../../core/telemetry/active-span';
import { servingNodes } from './serving';

/** For API functions: one attempt, short timeout. */
export interface Node {
  /** Throws NodeDown after `timeoutMs` or without a source, NodeRefused on an error. */
  call(chainId: string, method: string, params: readonly unknown[], timeoutMs?: number): Promise<unknown>;
  batch(chainId: string, calls: readonly Call[]): Promise<Outcome[]>;
  isServing(chainId: string): Promise<boolean>;
}

const TIMEOUT_MS = 5_000;

/** The built-in `fetch` adds nothing to the bundle, and one request needs no pool. */
async function post(chainId: string, body: string, timeoutMs: number): Promise<HttpAnswer> {
  const { url, headers } = nodeEndpoint(await sourceUrl(chainId));
  annotate({ 'server.address': url.hostname });
  const signal = AbortSignal.timeout(timeoutMs);
  const request = { method: 'POST', headers, body, signal, redirect: 'manual' } as const;
  const ask = async (at: URL) => redirectingAnswer(await fetch(at, request));
  return pastStaleConnections(() => followRedirects(url, ask)).catch((error: unknown) => {
    throw signal.aborted ? new TimedOut() : error;
  });
}

type Exchange = ReturnType<typeof createExchange>;
const exchanges = new Map<string, Exchange>();
/** Kept while the function is warm: an exchange remembers the node's limits. */
function getExchange(chainId: string): Exchange {
  const { maxBatchCalls = MAX_BATCH_CALLS } = findChain(runtimeConfig().chains, chainId) ?? {};
  const known = exchanges.get(chainId);
  const exchange = known ?? createExchange((body) => post(chainId, body, TIMEOUT_MS), maxBatchCalls, steadyClock);
  exchanges.set(chainId, exchange);
  return exchange;
}

const call: Node['call'] = async (chainId, method, params, timeoutMs = TIMEOUT_MS) => {
  const { ask } = createExchange((body) => post(chainId, body, timeoutMs), 1, steadyClock);
  const [only] = await ask([[method, ...params]]);
  return getResult(only);
};

export const node: Node = {
  call,
  isServing: servingNodes(call, systemClock),
  batch: (chainId, calls) =>
    halving(async (part) => {
      const outcomes = await getExchange(chainId).ask(part);
      const down = outcomes.map(toError).find((error) => error instanceof NodeDown);
      if (down) throw down;
      return outcomes;
    })(calls),
};
