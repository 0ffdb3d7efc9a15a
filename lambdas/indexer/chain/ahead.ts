import type { BlockIndexer, BlockSource } from './chain';

/** Blocks fetched in one request, and indexed under one move of the cursor. */
const BATCH_BLOCKS = 16;
/** Requests for blocks in flight at once. */
const MAX_PARALLEL_REQUESTS = 4;

/** Heights to fetch, both included. Blocks up to `final` are final. */
interface Heights {
  readonly from: number;
  readonly to: number;
  readonly final: number;
}

/**
 * Batches of blocks in order, fetched some requests ahead. Ends early if the node switches branches meanwhile, so that
 * all blocks are contiguous.
 */
export async function* ahead<Raw>(
  source: Pick<BlockSource<Raw>, 'blocks'>,
  { summary }: Pick<BlockIndexer<Raw>, 'summary'>,
  { from, to, final }: Heights,
): AsyncGenerator<Raw[]> {
  const requests: Promise<Raw[]>[] = [];
  let next = from;
  const refill = () => {
    while (requests.length < MAX_PARALLEL_REQUESTS && next <= to) {
      const request = source.blocks(next, Math.min(next + BATCH_BLOCKS - 1, to), final);
      // Awaited later; until then a failure must not count as an unhandled rejection.
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
    // The node may have switched branches meanwhile: the contiguous part is good, the rest is fetched again.
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
