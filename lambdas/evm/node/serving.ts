import { msSince } from '../../core/domain/stored-time';
import { type Clock, resultWithin } from '../../core/runtime/clock';

/** Calls a method of a chain's node. */
type Call = (chainId: string, method: string, params: readonly unknown[], timeoutMs?: number) => Promise<unknown>;

/** How long a node is waited for, ms. */
const TIMEOUT_MS = 1_000;
/** How long its answer counts, ms. A failure counts for less, as it may be a slow first connection. */
const [SERVING_MS, FAILED_MS] = [30_000, 5_000];

/**
 * Whether the node of a chain answers, and as that chain. Each node is asked once in a while, whoever asks in between.
 * Never fails, and takes a second at most.
 */
export function servingNodes(call: Call, now: Clock): (chainId: string) => Promise<boolean> {
  const known = new Map<string, { at: number; keptMs: number; answer: Promise<boolean> }>();
  const ask = async (chainId: string): Promise<boolean> => {
    const answer = await resultWithin(call(chainId, 'eth_chainId', [], TIMEOUT_MS), TIMEOUT_MS).catch(() => undefined);
    return typeof answer === 'string' && /^0x[0-9a-f]{1,16}$/i.test(answer) && BigInt(answer) === BigInt(chainId);
  };
  return async (chainId) => {
    const found = known.get(chainId);
    if (found && msSince(found.at, now()) < found.keptMs) return found.answer;
    const asked = { at: now(), keptMs: SERVING_MS, answer: ask(chainId) };
    known.set(chainId, asked);
    if (!(await asked.answer)) asked.keptMs = FAILED_MS;
    return asked.answer;
  };
}
