import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Anvil, startAnvil } from '../../../demo/anvil';
import { compileContracts } from '../../../demo/compile';
import { deployContracts } from '../../../demo/deploy';
import { rpc } from '../../../demo/rpc';
import { NodeDown } from '../../../lambdas/core/node/errors';
import { createRpc, type RpcClient } from '../../../lambdas/core/node/rpc';
import { getTransfers } from '../../../lambdas/evm/domain/transfers';
import { createBlocks } from '../../../lambdas/evm/node/blocks';
import { testTimer } from '../../support/follower/timer';

interface Request {
  readonly id: number;
  readonly method: string;
  readonly params: unknown[];
}

/** A proxy of a real node that withholds the receipts of some transactions. */
async function forgetful(url: string, lost: ReadonlySet<string>) {
  const answer = async ({ id, method, params }: Request) => {
    const result = await rpc<unknown>(url, method, params);
    const kept = (receipt: { transactionHash: string }) => !lost.has(receipt.transactionHash);
    if (method === 'eth_getBlockReceipts') return { jsonrpc: '2.0', id, result: (result as []).filter(kept) };
    const gone = method === 'eth_getTransactionReceipt' && lost.has(String(params[0]));
    return { jsonrpc: '2.0', id, result: gone ? null : result };
  };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const asked = JSON.parse(Buffer.concat(chunks).toString('utf8')) as Request | Request[];
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(Array.isArray(asked) ? await Promise.all(asked.map(answer)) : await answer(asked)));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop };
}

describe('lost receipts', () => {
  let anvil: Anvil;
  let top = 0;
  let clients: { client: RpcClient; stop: () => void }[] = [];
  const behind = async (lost: ReadonlySet<string>) => {
    const node = await forgetful(anvil.url, lost);
    const client = createRpc(node.url, { callsPerSecond: 1_000 });
    clients.push({ client, stop: node.stop });
    return createBlocks(client, testTimer());
  };
  beforeAll(async () => {
    anvil = await startAnvil({ chainId: 31337 });
    await deployContracts(anvil.url, await compileContracts());
    top = Number(await rpc<string>(anvil.url, 'eth_blockNumber'));
  });
  afterEach(async () => {
    for (const { client, stop } of clients) {
      await client.close();
      stop();
    }
    clients = [];
  });
  afterAll(() => anvil.stop());

  test('lost receipts of final blocks are rebuilt from logs with every transfer, but without status and gas', async () => {
    const whole = await (await behind(new Set())).blocksWithReceipts(0, top);
    const moved = whole.filter(({ receipts }) => getTransfers(receipts).length > 0);
    expect(moved.length).toBeGreaterThan(0);
    const lost = new Set(moved.map(({ block }) => block.transactions[0]?.hash ?? ''));
    const made = await (await behind(lost)).blocksWithReceipts(0, top, top);
    expect(made.map(({ receipts }) => getTransfers(receipts))).toEqual(
      whole.map(({ receipts }) => getTransfers(receipts)),
    );
    const filled = made.flatMap(({ receipts }) => receipts).filter(({ transactionHash }) => lost.has(transactionHash));
    expect(filled.map(({ status, gasUsed }) => [status, gasUsed])).toEqual([...lost].map(() => [undefined, '0x0']));
    const others = (pairs: typeof whole) =>
      pairs.flatMap(({ receipts }) => receipts).filter(({ transactionHash }) => !lost.has(transactionHash));
    expect(others(made)).toEqual(others(whole));
  });

  test('a lost receipt of a block that is not final fails the read', async () => {
    const [pair] = await (await behind(new Set())).blocksWithReceipts(top, top);
    const blocks = await behind(new Set([pair?.block.transactions[0]?.hash ?? '']));
    await expect(blocks.blocksWithReceipts(top, top, top - 1)).rejects.toThrow(NodeDown);
    await expect(blocks.blocksWithReceipts(top, top)).rejects.toThrow(/is incomplete/);
  });
});
