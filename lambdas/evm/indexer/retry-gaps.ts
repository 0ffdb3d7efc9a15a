import { NodeError } from '../../core/node/errors';
import { log } from '../../core/runtime/log';
import type { Table } from '../../core/table/table';
import type { Gap, GapKind } from '../domain/gap';
import { endGapRequest, gapRequest, setGapProgress } from '../rows/gap-requests';
import { getGaps } from '../rows/gaps';

const GAPS_PER_READ = 100;

/**
 * Serves an operator's request: calls `fill` with each gap, which it must remove on success.
 * Resumes an earlier invocation. A gap with NodeError stays; any other error is thrown.
 */
export async function retryGaps(
  { table, chain, kind }: { readonly table: Table; readonly chain: string; readonly kind: GapKind },
  fill: (gap: Gap) => Promise<void>,
  stop: () => boolean | Promise<boolean>,
): Promise<void> {
  const request = await gapRequest(table, chain, kind);
  if (!request) return;
  for (let { next } = request; ; ) {
    const gaps = await getGaps(table, chain, kind, GAPS_PER_READ, next);
    for (const gap of gaps) {
      if (await stop()) return;
      await fill(gap).catch((error: unknown) => {
        if (!(error instanceof NodeError)) throw error;
        log.warn('gap not filled', { chainId: chain, kind, block: gap.number, reason: error.message });
      });
      next = gap.number + 1;
      if (!(await setGapProgress(table, chain, kind, { ...request, next }))) return;
    }
    if (gaps.length < GAPS_PER_READ) break;
  }
  await endGapRequest(table, chain, kind, request);
}
