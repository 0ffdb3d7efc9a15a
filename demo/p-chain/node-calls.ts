import { firstValue, getFields } from '../../lambdas/pchain/domain/json-rpc/json-text';
import { callKey, type Params } from './calls';
import type { Answer } from './recording';

const TIMEOUT_MS = 30_000;

export type Call = { key: string; answer: Answer };

const PATHS: Readonly<Record<string, string>> = { info: '/ext/info', index: '/ext/index/P/block' };
const getPath = (method: string): string => PATHS[method.split('.', 1)[0] ?? ''] ?? '/ext/bc/P';

/** Whether a node runs with `--index-enabled`. */
export async function hasIndex(url: string): Promise<boolean> {
  const { status } = await fetch(`${url}${PATHS.index}`, { method: 'POST', signal: AbortSignal.timeout(TIMEOUT_MS) });
  return status !== 404;
}

/** Keeps the verbatim answer. @throws Error if the node is unreachable, still starting, or not JSON-RPC. */
export async function callNode(url: string, method: string, params: Params = {}): Promise<Call> {
  const response = await fetch(`${url}${getPath(method)}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    signal: AbortSignal.timeout(TIMEOUT_MS),
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  }).catch((error: Error) => {
    const reason = error.cause instanceof Error ? error.cause.message : error.message;
    throw new Error(`no answer from ${url}: ${reason}`);
  });
  const body = await response.text();
  if (response.status !== 200) throw new Error(`${method}: HTTP ${response.status} ${body.slice(0, 200)}`);
  const fields = getFields(firstValue(body));
  const key = callKey(method, params);
  if (fields.result !== undefined) return { key, answer: { text: fields.result } };
  if (fields.error !== undefined) return { key, answer: { error: fields.error } };
  throw new Error(`${method}: neither a result nor an error in ${body.slice(0, 200)}`);
}

/** For IDs and such: large numbers lose precision. @throws Error if the node returned an error. */
export function getResult<T>({ key, answer }: Call): T {
  if ('error' in answer) throw new Error(`${key}: ${answer.error}`);
  return JSON.parse(answer.text) as T;
}
