import * as fc from 'fast-check';
import { systemTimer } from '../../lambdas/core/runtime/clock';
import { createCalls } from '../../lambdas/node-rpc/serving/calls';
import { createHeads } from '../../lambdas/node-rpc/serving/heads';
import { serve } from '../../lambdas/node-rpc/serving/serve';
import { type AskNode, fetchSource } from '../../lambdas/pchain/node/node';
import { nodeHeadReader, nodeHeadWriter } from '../../lambdas/pchain/rows/node-head';
import { RPC_REQUESTS, rpcCall, ruled } from '../support/node/rpc-requests';
import { removeFolders, Service } from '../support/service/service';
import { memoryTable } from '../support/tables/memory';
import { type Avalanchego, startAvalanchego } from './node';

/** Methods with answers that differ between calls. */
const CHANGING = new Set(['platform.getProposedHeight', 'platform.sampleValidators']);

describe('a real avalanchego beside the function and the gateway', () => {
  let node: Avalanchego;
  let service: Service;
  let ofFunction: (body: string) => Promise<string>;
  beforeAll(async () => {
    node = await startAvalanchego();
    service = await new Service({
      chains: [],
      pChains: [{ network: 'local', rpcUrl: node.url, feeStateFormat: 'node' }],
      nodeRpc: { rate: 100_000, burst: 100_000, quotaPerDay: 1_000_000_000 },
    }).start();
    const { table } = memoryTable();
    const ask: AskNode = (_network, ...call) => fetchSource(node.url, ...call);
    const records = { ...nodeHeadReader(table), ...nodeHeadWriter(table) };
    const heads = createHeads({ records, ask, timer: systemTimer });
    const calls = createCalls({ heads, ask, replayed: async () => undefined, timer: systemTimer });
    ofFunction = async (body) => (await serve(calls, body, { network: 'local', format: 'node' })).text;
  });
  afterAll(async () => {
    await service?.stop();
    await node?.stop();
    removeFolders();
  });

  const post = async (url: string, body: string) => {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${url}/ext/bc/P`, { method: 'POST', headers, body });
    return [answer.status, await answer.text()] as const;
  };
  const compare = async (body: string) => {
    const [status, text] = await post(node.url, body);
    expect([body, await ofFunction(body)]).toEqual([body, ruled(text)]);
    expect([body, ...(await post(service.urls.rpcUrl, body))]).toEqual([body, status, ruled(text)]);
  };

  test('every request of our table gets the same answer from all three', async () => {
    const requests = RPC_REQUESTS.filter((body) => ![...CHANGING].some((method) => body.includes(method)));
    for (const body of requests) await compare(body);
    console.log(`${requests.length} requests are answered alike`);
  });

  test('generated requests, with any JSON and cut anywhere, get the same answer from all three', async () => {
    const json = fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.stringify(value));
    const valid = fc.record({
      method: fc.constantFrom('platform.getHeight', 'platform.getBlockByHeight', 'platform.getSubnet', 'platform.x'),
      params: fc.oneof(
        json,
        fc.record({ height: json, encoding: json, subnetID: json }).map((p) => JSON.stringify(p)),
      ),
      id: json,
    });
    const cut = fc.tuple(valid, fc.nat(120), fc.string({ maxLength: 3 }));
    const bodies = cut.map(([{ method, params, id }, at, inserted]) => {
      const body = rpcCall(method, params, id);
      return at < body.length && at % 2 === 0 ? body.slice(0, at) + inserted + body.slice(at) : body;
    });
    // A list is a batch here, which nodes reject. Lone surrogates cannot be sent.
    const calls = bodies.filter((body) => !body.trimStart().startsWith('['));
    await fc.assert(
      fc.asyncProperty(
        calls.map((body) => body.toWellFormed()),
        compare,
      ),
      { numRuns: 3_000 },
    );
  });
});
