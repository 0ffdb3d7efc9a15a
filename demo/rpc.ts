/** No call takes longer on a healthy node; without a timeout a hanging node would block us. */
const TIMEOUT_MS = 60_000;

export type RpcCall = readonly [method: string, params?: readonly unknown[]];

export type RpcAnswer = { id: number; result?: unknown; error?: { code: number; message: string } };

/** Trusts the result to be a `T`. @throws Error `<method>: <the node's message>`, or fetch's if unreachable. */
export async function rpc<T = unknown>(url: string, method: string, params: readonly unknown[] = []): Promise<T> {
  const [answer] = await rpcBatch(url, [[method, params]]);
  return getResult<T>(method, answer);
}

/** In the calls' order; a failed call has an `error`. @throws Error if the node rejects the whole request. */
export async function rpcBatch(url: string, calls: readonly RpcCall[]): Promise<RpcAnswer[]> {
  if (calls.length === 0) return []; // nodes reject an empty batch
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    signal: AbortSignal.timeout(TIMEOUT_MS),
    body: JSON.stringify(calls.map(([method, params = []], id) => ({ jsonrpc: '2.0', id, method, params }))),
  });
  const answers = (await response.json()) as RpcAnswer[] | RpcAnswer;
  if (!Array.isArray(answers)) throw new Error(`The node rejected a batch: ${JSON.stringify(answers)}`);
  return answers.sort((a, b) => a.id - b.id);
}

/** @throws Error `<method>: <the node's message>` if the response is an error. */
export function getResult<T>(method: string, answer: RpcAnswer | undefined): T {
  if (!answer || answer.error) throw new Error(`${method}: ${answer?.error?.message ?? 'no answer'}`);
  return answer.result as T;
}

export function quantity(value: number | bigint): `0x${string}` {
  return `0x${value.toString(16)}`;
}
