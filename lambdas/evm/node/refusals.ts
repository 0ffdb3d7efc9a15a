import type { NodeError } from '../../core/node/errors';
import type { Clock } from '../../core/runtime/clock';

/** A final block is passed after so many failed attempts, over at least so long, ms: a node that restarts takes less. */
const [MAX_ATTEMPTS, MIN_MS] = [8, 20_000];
/** Blocks that are remembered: several may be refused at once. */
const MAX_BLOCKS = 100;

/** Counts how often a node fails at single blocks. */
export function createRefusals(steady: Clock) {
  const failing = new Map<number, { readonly since: number; readonly attempts: number }>();
  return {
    /** Counts a failure. Throttling says nothing about the block. */
    note(block: number, { failure }: NodeError): void {
      if (failure === 'throttled') return;
      const { since, attempts } = failing.get(block) ?? { since: steady(), attempts: 0 };
      if (failing.size >= MAX_BLOCKS) failing.clear();
      failing.set(block, { since, attempts: attempts + 1 });
    },
    /** Whether the node has failed at a block often enough. */
    isHopeless(block: number): boolean {
      const { since, attempts } = failing.get(block) ?? { since: 0, attempts: 0 };
      return attempts >= MAX_ATTEMPTS && steady() - since >= MIN_MS;
    },
  };
}
