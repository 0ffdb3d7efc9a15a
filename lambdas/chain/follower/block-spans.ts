import { inStepSpan } from '../../core/telemetry/root-spans';
import type { Subject } from '../../core/telemetry/span';
import type { BlockRef } from '../domain/block';
import type { BlockIndexer, BlockSource } from '../kind';
import type { FollowerDeps } from './deps';

const toSubjects = (blocks: readonly BlockRef[]): Subject[] =>
  blocks.map(({ hash, number }) => ({ id: hash, attributes: { 'block.number': number } }));

/** The root of a block's trace, from the fetch of the head on. */
export const inIndexSpan = <Raw>(
  { chain, indexer }: Pick<FollowerDeps<Raw>, 'chain' | 'indexer'>,
  raws: readonly Raw[],
  work: () => Promise<void>,
): Promise<void> =>
  inStepSpan(
    () => ({
      name: 'index block',
      hasChildren: true,
      subjects: toSubjects(raws.map(indexer.summary)),
      attributes: { 'chain.id': chain.chainId, 'block.count': raws.length },
    }),
    work,
  );

export const inStoreSpan = <Raw>(
  { summary }: Pick<BlockIndexer<Raw>, 'summary'>,
  raws: readonly Raw[],
  work: () => Promise<Raw[]>,
): Promise<Raw[]> =>
  inStepSpan(
    () => ({
      name: 'store blocks',
      parentStep: 'index block',
      subjects: toSubjects(raws.map(summary)),
      attributes: { 'block.count': raws.length },
    }),
    work,
  );

/**
 * The source, with a span for each fetch: in the trace of the head, or in one of its own if the fetch ends below the
 * head, as no hash is known yet.
 */
export const withFetchSpans = <Raw>(
  { chain, source }: Pick<FollowerDeps<Raw>, 'chain' | 'source'>,
  head: BlockRef,
): Pick<BlockSource<Raw>, 'blocks' | 'batch'> => ({
  batch: source.batch,
  blocks: (from, to, final) =>
    inStepSpan(
      () => ({
        name: 'fetch blocks',
        parentStep: 'index block',
        startsParent: true,
        subjects: to === head.number ? toSubjects([head]) : [],
        attributes: { 'chain.id': chain.chainId, 'block.number': to, 'block.count': to - from + 1 },
      }),
      () => source.blocks(from, to, final),
    ),
});
