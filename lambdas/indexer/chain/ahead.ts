import type { Blocks, Pair } from '../../adapters/evm/blocks';

/** Blocks fetched in one request, and indexed under one move of the cursor. */
const BATCH = 16;
/** Requests of blocks under way at once. */
const AHEAD = 4;

/** Heights to fetch, both included. Up to `final` no reorg is expected any more. */
interface Heights {
  readonly from: number;
  readonly to: number;
  readonly final: number;
}

/**
 * Batches of blocks in order, fetched some requests ahead of the one that is being worked at. Ends early where the
 * node changed its branch meanwhile: what it gives is contiguous.
 */
export async function* ahead(blocks: Blocks, { from, to, final }: Heights): AsyncGenerator<Pair[]> {
  const requests: Promise<Pair[]>[] = [];
  let next = from;
  const refill = () => {
    while (requests.length < AHEAD && next <= to) {
      const request = blocks.pairs(next, Math.min(next + BATCH - 1, to), final);
      // Awaited in its turn; until then a failure must not count as unhandled.
      request.catch(() => undefined);
      requests.push(request);
      next += BATCH;
    }
  };
  let parent: string | undefined;
  for (refill(); requests.length > 0; refill()) {
    const pairs = await requests.shift();
    if (!pairs) return;
    // The node changed its branch while we fetched: what is contiguous is good, the rest is looked at anew.
    const broken = pairs.findIndex(({ block }, i) => {
      const before = i === 0 ? parent : pairs[i - 1]?.block.hash;
      return before !== undefined && block.parentHash !== before;
    });
    if (broken === 0) return;
    yield broken === -1 ? pairs : pairs.slice(0, broken);
    if (broken !== -1) return;
    parent = pairs.at(-1)?.block.hash;
  }
}
