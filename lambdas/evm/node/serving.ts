import { msSince } from '../../core/domain/stored-time';
import { type Clock, resultWithin } from '../../core/runtime/clock';

type Call = (chainId: string, method: string, params: readonly unknown[], timeoutMs?: number) => Promise<unknown>;

const TIMEOUT_MS = 1_000;
/** Lifetime of an answer. A failure expires sooner: it may only be a slow first connection. */
const [SERVING_MS, FAILED_MS] = [30_000, 5_000];

/** Concurrent and repeated calls share one request. Never throws; takes a second at most. */
export function servingNodes(call: Call, now: Clock): (chainId: string) => Promise<boolean> {
  const known = new Map<string, { at: number; keptMs: number; answer: Promise<boolean> }>();
  const ask = async (chainId: string): Promise<boolean> => {
    const answer = await resultWithin(call(chainId, 'eth_chainId', [], TIMEOUT_MS), TIMEOUT_MS).catch(() => undefined);
    return typeof answer === 'string' && /^0x[0-9a-f]{1,16}$/i.test(answer) && BigInt(answer) === BigInt(chainId);
  };
  return async (chainId) => {
    const found = known.get(chainId);
    if (found && msSince(found.at, now()) < found.keptMs) return found.answer;
    const entry = { at: now(), keptMs: SERVING_MS, answer: ask(chainId) };
    known.set(chainId, entry);
    if (!(await entry.answer)) entry.keptMs = FAILED_MS;
    return entry.answer;
  };
}
