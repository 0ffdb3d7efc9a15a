/** No call of ours takes longer on a node that is well; without a limit, one that hangs would hang us. */
const TIMEOUT_MS = 60_000;

/** One JSON-RPC call: its method and, where it has any, its parameters. */
export type RpcCall = readonly [method: string, params?: readonly unknown[]];

/** What a node says to one call of a batch: a result, or the reason why there is none. */
export type RpcAnswer = { id: number; result?: unknown; error?: { code: number; message: string } };

/**
 * Calls one method of a node. The result is trusted to be a `T`: these are our own nodes.
 * @throws Error `<method>: <the node's message>` where the node refuses, or fetch's own error where it is away.
 */
export async function rpc<T = unknown>(url: string, method: string, params: readonly unknown[] = []): Promise<T> {
  const [answer] = await rpcBatch(url, [[method, params]]);
  return resultOf<T>(method, answer);
}

/**
 * Sends all calls in one request and gives the answers in their order; a call's refusal is in its answer.
 * @throws Error when the node is away or refuses the whole request.
 */
export async function rpcBatch(url: string, calls: readonly RpcCall[]): Promise<RpcAnswer[]> {
  if (calls.length === 0) return []; // nodes refuse an empty batch
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    signal: AbortSignal.timeout(TIMEOUT_MS),
    body: JSON.stringify(calls.map(([method, params = []], id) => ({ jsonrpc: '2.0', id, method, params }))),
  });
  const answers = (await response.json()) as RpcAnswer[] | RpcAnswer;
  if (!Array.isArray(answers)) throw new Error(`The node refused a batch: ${JSON.stringify(answers)}`);
  return answers.sort((a, b) => a.id - b.id);
}

/** The result in an answer. @throws Error `<method>: <the node's message>` where it is a refusal. */
export function resultOf<T>(method: string, answer: RpcAnswer | undefined): T {
  if (!answer || answer.error) throw new Error(`${method}: ${answer?.error?.message ?? 'no answer'}`);
  return answer.result as T;
}

/** A quantity as JSON-RPC writes it: hexadecimal, without leading zeros. */
export function quantity(value: number | bigint): `0x${string}` {
  return `0x${value.toString(16)}`;
}
