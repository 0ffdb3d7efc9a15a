import type { NodeError } from '../../core/node/errors';
import type { Clock } from '../../core/runtime/clock';

/** Failures, and ms they span, before a final block is given up. A node restart takes less. */
const [MAX_ATTEMPTS, MIN_MS] = [8, 20_000];
const MAX_BLOCKS = 100;

export function createRefusals(steady: Clock) {
  const failing = new Map<number, { readonly since: number; readonly attempts: number }>();
  return {
    /** Throttling says nothing about the block. */
    note(block: number, { failure }: NodeError): void {
      if (failure === 'throttled') return;
      const { since, attempts } = failing.get(block) ?? { since: steady(), attempts: 0 };
      if (failing.size >= MAX_BLOCKS) failing.clear();
      failing.set(block, { since, attempts: attempts + 1 });
    },
    isHopeless(block: number): boolean {
      const { since, attempts } = failing.get(block) ?? { since: 0, attempts: 0 };
      return attempts >= MAX_ATTEMPTS && steady() - since >= MIN_MS;
    },
  };
}
