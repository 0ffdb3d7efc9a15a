import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PChainGenesis } from '../../lambdas/core/contract/pchain-config';
import { NODE_PATHS } from '../../lambdas/node-rpc/contract/routes';
import { getElements, getMembers } from '../../lambdas/pchain/domain/json-rpc/json-text';
import { METHODS, toParams } from './args';
import { callKey, type Params } from './calls';
import { getContainers } from './containers';
import { metricsText } from './gauges';
import { getGenesis } from './genesis';
import { answerRpc, type Service } from './json-rpc';
import { type Answer, loadRecording, type Recording } from './recording';
import { aheadOfChain, unrecorded } from './unrecorded';
import { getUtxos } from './utxos';

export const RECORDING = 'demo/p-chain/recording.jsonl.gz';
const MS_PER_HEIGHT = 5_000;

export type ReplayOptions = {
  recording?: string | Recording;
  port?: number;
  /** When the replay was at its first height, Unix ms. A restart with the same value continues. */
  startedAt?: number;
  msPerHeight?: number;
  /** By default the last height before the fee of L1 validators changes. */
  fromHeight?: number;
  /** Unix ms. */
  now?: () => number;
};

export type ReplayNode = {
  url: string;
  /** Nodes do not expose these. */
  genesis(): PChainGenesis;
  height(): number;
  stop(): Promise<void>;
};

/** One height after the other, then the last one forever. `METHODS` only, with bytes in hex and JSON. */
export async function startReplayNode(options: ReplayOptions = {}): Promise<ReplayNode> {
  const { now = Date.now, msPerHeight = MS_PER_HEIGHT, port = 0 } = options;
  const startedAt = options.startedAt ?? now();
  const { recording: given = RECORDING } = options;
  const recording = typeof given === 'string' ? loadRecording(given) : given;
  // Only recorded heights: a proposal is not one of them, because its commit or abort follows at once.
  const heights = recording.of('platform.getHeight {}').map(({ height }) => height);
  const from = options.fromHeight ?? firstHeight(recording);
  const height = () => {
    const due = from + Math.max(0, Math.floor((now() - startedAt) / msPerHeight));
    return heights.findLast((one) => one <= due) ?? heights[0] ?? 0;
  };
  const services: Record<string, Service> = Object.fromEntries(
    getServices(recording).map(([path, name]) => [
      path,
      {
        name,
        has: (method) => Object.hasOwn(METHODS, method),
        call: (method, args) => getAnswer(recording, height(), method, args),
      },
    ]),
  );
  const server = createServer(async (request, response) => {
    const { status, type, body } = await reply(request, services, () => metricsText(recording, height()));
    if (type !== undefined) response.setHeader('content-type', type);
    response.writeHead(status).end(body);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    genesis: () => getGenesis(recording),
    height,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The index is served only if the recorded node had one. */
const getServices = (recording: Recording): readonly (readonly [path: string, name: string])[] => [
  ...NODE_PATHS.map((path) => [path, 'platform'] as const),
  ['/ext/info', 'info'],
  ...(recording.keys().some((key) => key.startsWith('index.')) ? [['/ext/index/P/block', 'index'] as const] : []),
];

/** The last height before the fee of L1 validators changes. */
function firstHeight(recording: Recording): number {
  const states = recording.of('platform.getValidatorFeeState {}');
  const moved = states.find((one) => 'text' in one && (JSON.parse(one.text) as { excess: number }).excess > 0);
  return (moved ?? states[0] ?? { height: 1 }).height - (moved ? 1 : 0);
}

function getAnswer(recording: Recording, current: number, method: string, args: string): Answer {
  const params = toParams(method, args);
  if (method === 'platform.getUTXOs') return getUtxos(recording, current, params);
  if (method === 'index.getContainerRange') return getContainers(recording, current, params);
  if (method !== 'platform.getValidatorsAt') {
    const recorded = recording.at(callKey(method, params), current) ?? pickSome(recording, current, method, params);
    return recorded ?? unrecorded(method, params);
  }
  // Stored without its height: look up by the requested height.
  const { height, ...rest } = params;
  const at = height === 'proposed' ? current : Number(height);
  if (at > current) return aheadOfChain(current, params);
  return recording.at(callKey(method, rest), at) ?? unrecorded(method, params);
}

function pickSome(recording: Recording, current: number, method: string, params: Params): Answer | undefined {
  const { nodeIDs, ...rest } = params;
  if (nodeIDs === undefined) return undefined;
  const all = recording.at(callKey(method, rest), current);
  if (!all || 'error' in all) return undefined;
  const [{ value: list } = { value: '[]' }] = getMembers(all.text);
  const wanted = getElements(list).filter((one) => [nodeIDs].flat().some((id) => one.includes(`"nodeID":"${id}"`)));
  return { text: `{"validators":[${wanted.join(',')}]}` };
}

async function reply(request: IncomingMessage, services: Record<string, Service>, metrics: () => string) {
  const plain = 'text/plain; charset=utf-8';
  const { pathname } = new URL(request.url ?? '/', 'http://node');
  if (pathname === '/ext/metrics') return { status: 200, type: plain, body: metrics() };
  const service = services[pathname];
  if (!service) return { status: 404, type: plain, body: '404 page not found\n' };
  if (request.method !== 'POST')
    return { status: 405, type: plain, body: `rpc: POST method required, received ${request.method}` };
  const [type = ''] = (request.headers['content-type'] ?? '').split(';');
  if (type.toLowerCase() !== 'application/json')
    return { status: 415, type: plain, body: `rpc: unrecognized Content-Type: ${type}` };
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = answerRpc(Buffer.concat(chunks).toString('utf8'), service);
  return { status: 200, type: body === '' ? undefined : 'application/json; charset=utf-8', body };
}
