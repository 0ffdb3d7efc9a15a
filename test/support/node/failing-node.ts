import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { seededRandom } from '../../../demo/random';
import type { AskedCall } from './node-proxy';

const SHARES = { http429: 0.05, throttled: 0.05, internal: 0.15, absent: 0.4, hangs: 0.002, traceTimesOut: 0.2 };
const MAX_BATCH_CALLS = 6;
/** Limit of a batch response, like geth's 25 MB. */
const MAX_ANSWER_BYTES = 6_000;
/** Longer than any client waits, ms. */
const HANG_MS = 40_000;
/** Newer blocks may be missing on some members of a balancer. */
const NEW_BLOCKS = 6;

type Failure = keyof typeof SHARES | 'longBatch' | 'bigAnswer' | 'untraceable';
interface Answer {
  readonly id: number | null;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
}

const INTERNAL = new Set(['eth_getTransactionReceipt', 'eth_getBlockReceipts', 'eth_call', 'eth_getBalance']);
const isTrace = (method: string): boolean => method === 'trace_block' || method.startsWith('debug_trace');
const error = (id: number | null, code: number, message: string): Answer => ({ id, error: { code, message } });

/** Fails in every way that nodes do, but never lies otherwise. `untraceable`: a block that never has traces. */
export async function failingNode(target: string, seed: number) {
  const random = seededRandom(seed);
  const count: Record<Failure, number> = {
    ...{ http429: 0, throttled: 0, internal: 0, absent: 0, hangs: 0, traceTimesOut: 0 },
    ...{ longBatch: 0, bigAnswer: 0, untraceable: 0 },
  };
  let untraceable: number | undefined;
  let head = 0;
  const numbers = new Map<string, number>();
  const fails = (failure: keyof typeof SHARES): boolean => {
    if (random() >= SHARES[failure]) return false;
    count[failure] += 1;
    return true;
  };
  const forward = async (calls: readonly AskedCall[]): Promise<Answer[]> => {
    if (calls.length === 0) return [];
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(target, { method: 'POST', headers, body: JSON.stringify(calls) });
    return (await answer.json()) as Answer[];
  };
  /** Undefined if the call passes. */
  const instead = ({ id, method, params = [] }: AskedCall): Answer | undefined => {
    if (fails('throttled')) return error(id, -32005, 'limit exceeded');
    if (INTERNAL.has(method) && fails('internal')) return error(id, -32603, 'internal error');
    if (method === 'eth_getBlockByNumber' && /^0x/.test(String(params[0]))) {
      if (Number(params[0]) > head - NEW_BLOCKS && fails('absent')) return { id, result: null };
    }
    if (!isTrace(method)) return undefined;
    const traced = String(params[0]);
    if (untraceable !== undefined && (numbers.get(traced) ?? Number(traced)) === untraceable) {
      count.untraceable += 1;
      return { id, result: [{ txHash: `0x${'1'.repeat(64)}`, error: 'tracing failed' } as unknown] };
    }
    return fails('traceTimesOut') ? error(id, -32002, 'request timed out') : undefined;
  };
  const answersTo = async (calls: readonly AskedCall[]): Promise<Answer[]> => {
    const said = calls.map((call) => [call, instead(call)] as const);
    const passed = await forward(said.flatMap(([call, own]) => (own ? [] : [call])));
    for (const { result } of passed) {
      const { number, hash, parentHash } = (result ?? {}) as { number?: string; hash?: string; parentHash?: string };
      if (!parentHash || !hash) continue;
      head = Math.max(head, Number(number));
      numbers.set(hash, Number(number));
    }
    return [...said.flatMap(([, own]) => own ?? []), ...passed];
  };

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const asked = JSON.parse(Buffer.concat(chunks).toString('utf8')) as AskedCall | AskedCall[];
    const calls = [asked].flat();
    if (fails('http429')) return void response.writeHead(429, { 'retry-after': '0' }).end('slow down');
    if (fails('hangs')) {
      await sleep(HANG_MS, undefined, { ref: false });
      return void response.destroy();
    }
    response.setHeader('content-type', 'application/json');
    if (calls.length > MAX_BATCH_CALLS) {
      count.longBatch += 1;
      return void response.end(JSON.stringify([error(calls[0]?.id ?? null, -32600, 'batch too large')]));
    }
    const answers = await answersTo(calls).catch(() => undefined);
    if (!answers) return void response.destroy();
    const text = JSON.stringify(Array.isArray(asked) ? answers : answers[0]);
    if (calls.length === 1 || text.length <= MAX_ANSWER_BYTES) return void response.end(text);
    count.bigAnswer += 1;
    // Like geth: answers calls up to the limit, the others get this error.
    const [first, ...others] = answers;
    response.end(JSON.stringify([first, ...others.map(({ id }) => error(id, -32003, 'response too large'))]));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    count: count as Readonly<typeof count>,
    cannotTrace(number: number | undefined): void {
      untraceable = number;
    },
    stop(): void {
      server.closeAllConnections();
      server.close();
    },
  };
}
