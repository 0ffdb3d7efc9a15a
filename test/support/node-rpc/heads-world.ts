import { NodeDown } from '../../../lambdas/core/node/errors';
import { createHeads, type Heads } from '../../../lambdas/node-rpc/serving/heads';
import { failure, type RpcOutcome } from '../../../lambdas/pchain/domain/json-rpc/answer';
import type { AskNode } from '../../../lambdas/pchain/node/node';
import { nodeHeadReader, nodeHeadWriter } from '../../../lambdas/pchain/rows/node-head';
import { memoryTable } from '../tables/memory';
import { waitingTimer } from './waiting-timer';

/** With digits beyond JavaScript's numbers. */
export const feeStateAt = (height: number): string =>
  `{"excess":1844674407370955${height},"price":512,"timestamp":"2026-11-23T10:15:30Z"}`;
/** Longer than any caller waits, ms. */
const NEVER_MS = 1e9;

/** `hung` accepts requests and never answers. */
type Mode = 'up' | 'down' | 'hung' | 'without heights';

/** All functions of a test share the table and a simulated clock. `asked`: calls with their time. */
export function headsWorld() {
  const timer = waitingTimer();
  const node = { mode: 'up' as Mode, height: 100, latencyMs: 30 };
  const asked: { readonly method: string; readonly at: number }[] = [];
  const counts = { reads: 0 };
  const { table } = memoryTable();
  const [reader, writer] = [nodeHeadReader(table), nodeHeadWriter(table)];
  const records = {
    read: (network: string) => {
      counts.reads += 1;
      return timer.instantly(() => reader.read(network));
    },
    claim: (...given: Parameters<typeof writer.claim>) => timer.instantly(() => writer.claim(...given)),
    settle: (...given: Parameters<typeof writer.settle>) => timer.instantly(() => writer.settle(...given)),
  };
  const answer = (method: string): RpcOutcome => {
    if (method === 'platform.getValidatorFeeState') return { result: feeStateAt(node.height) };
    if (method !== 'platform.getHeight') return { result: `"${method} at ${node.height}"` };
    return node.mode === 'without heights'
      ? failure(-32000, `rpc: can't find method "platform.GetHeight"`)
      : { result: `{"height":"${node.height}"}` };
  };
  const ask: AskNode = async (_network, method, _params, signal) => {
    asked.push({ method, at: timer.now() });
    await Promise.race([
      timer.sleep(node.mode === 'hung' ? NEVER_MS : node.latencyMs),
      new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true })),
    ]);
    if (signal.aborted) throw new NodeDown('the node does not answer in time');
    if (node.mode === 'down') throw new NodeDown('the node does not answer');
    return answer(method);
  };
  return {
    ...{ timer, node, asked, counts, records, ask },
    /** A separate function that shares only the table. */
    open: (own: AskNode = ask): Heads => createHeads({ records, ask: own, timer }),
    getTimes: (method: string): number[] => asked.filter((one) => one.method === method).map(({ at }) => at),
  };
}
export type HeadsWorld = ReturnType<typeof headsWorld>;

/** Times in ms of the clock. */
export async function faring(world: HeadsWorld, heads: Heads, network = 'mainnet') {
  const began = world.timer.now();
  const told = await heads(network).catch((error: unknown) => {
    if (error instanceof NodeDown) return error.message;
    throw error;
  });
  return { told, waitedMs: world.timer.now() - began };
}
