import { NodeError } from '../../core/node/errors';
import type { Table } from '../../core/table/table';
import type { Gap, GapKind } from '../domain/gap';
import { endGapRequest, gapRequest, setGapProgress } from '../rows/gap-requests';
import { getGaps } from '../rows/gaps';

/** Gaps read from the table at once. */
const GAPS_PER_READ = 100;

/**
 * Answers an operator's request, if there is one: `fill` is called with each gap of the chain, and removes it if the
 * node gives what was missing. Continues where an earlier invocation was stopped. A gap that the node fails at stays.
 */
export async function retryGaps(
  { table, chain, kind }: { readonly table: Table; readonly chain: string; readonly kind: GapKind },
  fill: (gap: Gap) => Promise<void>,
  stop: () => boolean,
): Promise<void> {
  const request = await gapRequest(table, chain, kind);
  if (!request) return;
  for (let { next } = request; ; ) {
    const gaps = await getGaps(table, chain, kind, GAPS_PER_READ, next);
    for (const gap of gaps) {
      if (stop()) return;
      await fill(gap).catch((error: unknown) => {
        if (!(error instanceof NodeError)) throw error;
        console.warn({ chainId: chain, message: `block ${gap.number} cannot be filled (${kind}): ${error.message}` });
      });
      next = gap.number + 1;
      if (!(await setGapProgress(table, chain, kind, { ...request, next }))) return;
    }
    if (gaps.length < GAPS_PER_READ) break;
  }
  await endGapRequest(table, chain, kind, request);
}
