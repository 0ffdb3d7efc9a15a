import type { BlockIndexer, BlockSource } from './chain';

/** Blocks fetched in one request, and indexed under one move of the cursor. */
const BATCH_BLOCKS = 16;
/** Requests of blocks under way at once. */
const REQUESTS_AT_ONCE = 4;

/** Heights to fetch, both included. Up to `final` no reorg is expected any more. */
interface Heights {
  readonly from: number;
  readonly to: number;
  readonly final: number;
}

/**
 * Batches of blocks in order, fetched some requests ahead of the one that is being worked on. Ends early where the
 * node changed its branch meanwhile: what it gives is contiguous.
 */
export async function* ahead<Raw>(
  source: Pick<BlockSource<Raw>, 'blocks'>,
  { summary }: Pick<BlockIndexer<Raw>, 'summary'>,
  { from, to, final }: Heights,
): AsyncGenerator<Raw[]> {
  const requests: Promise<Raw[]>[] = [];
  let next = from;
  const refill = () => {
    while (requests.length < REQUESTS_AT_ONCE && next <= to) {
      const request = source.blocks(next, Math.min(next + BATCH_BLOCKS - 1, to), final);
      // Awaited in its turn; until then a failure must not count as unhandled.
      request.catch(() => undefined);
      requests.push(request);
      next += BATCH_BLOCKS;
    }
  };
  let parent: string | undefined;
  for (refill(); requests.length > 0; refill()) {
    const raws = await requests.shift();
    if (!raws) return;
    const blocks = raws.map(summary);
    // The node changed its branch while we fetched: what is contiguous is good, the rest is looked at anew.
    const broken = blocks.findIndex(({ parentHash }, i) => {
      const before = i === 0 ? parent : blocks[i - 1]?.hash;
      return before !== undefined && parentHash !== before;
    });
    if (broken === 0) return;
    yield broken === -1 ? raws : raws.slice(0, broken);
    if (broken !== -1) return;
    parent = blocks.at(-1)?.hash;
  }
}
