/** No call takes longer on a healthy node; without a timeout a hanging node would block us. */
const TIMEOUT_MS = 60_000;

/** One JSON-RPC call: its method and, where it has any, its parameters. */
export type RpcCall = readonly [method: string, params?: readonly unknown[]];

/** A node's response to one call of a batch: a result or an error. */
export type RpcAnswer = { id: number; result?: unknown; error?: { code: number; message: string } };

/**
 * Calls one method of a node. The result is trusted to be a `T`: these are our own nodes.
 * @throws Error `<method>: <the node's message>` when the node returns an error, or fetch's error when it is unreachable.
 */
export async function rpc<T = unknown>(url: string, method: string, params: readonly unknown[] = []): Promise<T> {
  const [answer] = await rpcBatch(url, [[method, params]]);
  return getResult<T>(method, answer);
}

/**
 * Sends all calls in one request and returns the responses in the same order; a failed call has an `error`.
 * @throws Error when the node is unreachable or rejects the whole request.
 */
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

/** The result in a response. @throws Error `<method>: <the node's message>` if it is an error. */
export function getResult<T>(method: string, answer: RpcAnswer | undefined): T {
  if (!answer || answer.error) throw new Error(`${method}: ${answer?.error?.message ?? 'no answer'}`);
  return answer.result as T;
}

/** A number as a JSON-RPC quantity: hexadecimal, without leading zeros. */
export function quantity(value: number | bigint): `0x${string}` {
  return `0x${value.toString(16)}`;
}
