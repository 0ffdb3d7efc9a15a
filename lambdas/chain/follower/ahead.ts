import { NodeError } from '../../core/node/errors';
import type { BlockIndexer, BlockSource } from '../kind';

/** Inclusive on both ends. Blocks up to `final` are final. */
interface Heights {
  readonly from: number;
  readonly to: number;
  readonly final: number;
}

/** Skips heights without a block. Ends early if the node switches branches. */
export async function* ahead<Raw>(
  source: Pick<BlockSource<Raw>, 'blocks' | 'batch'>,
  indexer: Pick<BlockIndexer<Raw>, 'summary' | 'cost'>,
  heights: Heights,
): AsyncGenerator<Raw[]> {
  const end = source.batch.begin();
  try {
    yield* fetchAhead(source, indexer, heights);
  } finally {
    end();
  }
}

async function* fetchAhead<Raw>(
  source: Pick<BlockSource<Raw>, 'blocks' | 'batch'>,
  { summary, cost }: Pick<BlockIndexer<Raw>, 'summary' | 'cost'>,
  { from, to, final }: Heights,
): AsyncGenerator<Raw[]> {
  const { batch } = source;
  const fetch = async (first: number, last: number): Promise<Raw[]> => {
    const found: Raw[] = [];
    for (let [at, size] = [first, last - first + 1]; at <= last; size = batch.blocks()) {
      const end = Math.min(last, at + size - 1);
      try {
        const raws = await source.blocks(at, end, final);
        if (raws.length > 0)
          batch.took(
            raws.length,
            raws.reduce((sum, raw) => sum + cost(raw).bytes, 0),
          );
        found.push(...raws);
        at = end + 1;
      } catch (error) {
        if (at === end || !(error instanceof NodeError) || error.failure !== 'too big') throw error;
        batch.tooBig(end - at + 1);
      }
    }
    return found;
  };
  const requests: Promise<Raw[]>[] = [];
  let next = from;
  const refill = () => {
    while (requests.length < batch.parallel() && next <= to) {
      const last = Math.min(next + batch.blocks() - 1, to);
      const request = fetch(next, last);
      // Awaited later; until then a rejection must not count as unhandled.
      request.catch(() => undefined);
      requests.push(request);
      next = last + 1;
    }
  };
  let parent: string | undefined;
  for (refill(); requests.length > 0; refill()) {
    const raws = await requests.shift();
    if (!raws) return;
    if (raws.length === 0) continue;
    const blocks = raws.map(summary);
    // The node may have switched branches: yield the contiguous part, the rest is fetched again.
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
