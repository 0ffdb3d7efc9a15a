import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { quantity, rpc } from '../../../demo/rpc';
import type { RpcBlock, RpcReceipt } from '../../../lambdas/evm/domain/rpc';

export interface Recorded {
  readonly block: RpcBlock;
  readonly receipts: readonly RpcReceipt[];
}
interface Request {
  readonly id: number;
  readonly method: string;
  readonly params: readonly [string?, boolean?];
}

export async function record(url: string): Promise<Recorded[]> {
  const head = Number(await rpc<string>(url, 'eth_blockNumber'));
  return Promise.all(
    Array.from({ length: head + 1 }, async (_, n) => ({
      block: await rpc<RpcBlock>(url, 'eth_getBlockByNumber', [quantity(n), true]),
      receipts: await rpc<RpcReceipt[]>(url, 'eth_getBlockReceipts', [quantity(n)]),
    })),
  );
}

export async function replayNode(chainId: number, recorded: readonly Recorded[]) {
  let byNumber = new Map<number, Recorded>();
  const serve = (blocks: readonly Recorded[]) => {
    byNumber = new Map(blocks.map((one) => [Number(one.block.number), one]));
  };
  serve(recorded);
  const find = (tag = 'latest') => byNumber.get(tag === 'latest' ? Math.max(...byNumber.keys()) : Number(tag));
  const results: Record<string, (params: Request['params']) => unknown> = {
    eth_chainId: () => `0x${chainId.toString(16)}`,
    eth_getBlockByNumber: ([tag, whole]) => {
      const block = find(tag)?.block;
      if (!block) return null;
      return whole ? block : { ...block, transactions: block.transactions.map((t) => t.hash) };
    },
    eth_getBlockReceipts: ([tag]) => find(tag)?.receipts ?? null,
  };
  const answer = ({ id, method, params }: Request) => {
    const result = results[method];
    if (result) return { jsonrpc: '2.0', id, result: result(params) };
    return { jsonrpc: '2.0', id, error: { code: -32601, message: `the method ${method} does not exist` } };
  };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const asked = JSON.parse(Buffer.concat(chunks).toString('utf8')) as Request | Request[];
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(Array.isArray(asked) ? asked.map(answer) : answer(asked)));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${port}`, serve, stop };
}
