import { setTimeout as sleep } from 'node:timers/promises';
import { CHAIN, type Ready } from './service';

interface Progress {
  readonly indexedBlock?: number;
  readonly tracedBlock?: number;
  readonly backfill?: { readonly next: number };
}

/** Waits until the last block and its history are indexed. Returns the number of blocks indexed at the start. */
export async function untilWhole({ dataUrl }: Ready, last: number, traced: boolean): Promise<number> {
  for (let first: number | undefined; ; await sleep(200)) {
    const health = (await (await fetch(`${dataUrl}/v1/health-check`)).json()) as { details?: Record<string, Progress> };
    const { indexedBlock = -1, tracedBlock = -1, backfill } = health.details?.[`chain-${CHAIN}`] ?? {};
    if (indexedBlock >= 0) first ??= backfill ? backfill.next : indexedBlock;
    if (indexedBlock >= last && !backfill && (!traced || tracedBlock >= last)) return Math.max(0, first ?? 0);
  }
}
