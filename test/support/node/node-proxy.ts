import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RpcAnswer } from '../../../demo/rpc';

export interface AskedCall {
  readonly id: number;
  readonly method: string;
  readonly params?: readonly unknown[];
}

export type Refusal = (call: AskedCall) => boolean;

const OF_STATE = new Set(['eth_call', 'eth_getBalance', 'eth_getCode']);

export const withoutState: Refusal = ({ method }) => OF_STATE.has(method);

/** Like a node that has pruned older state. */
export const prunedBelow =
  (block: number): Refusal =>
  ({ method, params = [] }) =>
    OF_STATE.has(method) && typeof params[1] === 'string' && Number(params[1]) < block;

export async function nodeProxy(target: string) {
  let refused: Refusal = () => false;
  const pass = async (calls: readonly AskedCall[]): Promise<RpcAnswer[]> => {
    if (calls.length === 0) return [];
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(target, { method: 'POST', headers, body: JSON.stringify(calls) });
    return (await response.json()) as RpcAnswer[];
  };
  const answer = async (calls: readonly AskedCall[]): Promise<RpcAnswer[]> => {
    const error = { code: -32000, message: 'missing trie node' };
    const no = calls.filter(refused).map(({ id }) => ({ jsonrpc: '2.0', id, error }));
    return [...no, ...(await pass(calls.filter((call) => !refused(call))))];
  };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const asked = JSON.parse(Buffer.concat(chunks).toString('utf8')) as AskedCall | AskedCall[];
    const answers = await answer(Array.isArray(asked) ? asked : [asked]).catch(() => undefined);
    // If the node is down, so is the proxy.
    response.setHeader('content-type', 'application/json');
    if (answers) response.end(JSON.stringify(Array.isArray(asked) ? answers : answers[0]));
    else request.socket.destroy();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    refuse(rule: Refusal = () => false): void {
      refused = rule;
    },
    stop(): void {
      server.closeAllConnections();
      server.close();
    },
  };
}
export type NodeProxy = Awaited<ReturnType<typeof nodeProxy>>;
