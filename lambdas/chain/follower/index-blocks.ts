import { type BlockEvent, type BlockEventKind, blockEventId } from '../contract/events';
import type { SeenHead } from '../domain/cursor';
import type { BlockSummary } from '../kind';
import type { Lease } from '../rows/lease';
import { inIndexSpan } from './block-spans';
import { atHead, type FollowerDeps } from './deps';

/** The order survives a crash at any point: raw blocks, `pending`, rows, events, cursor last. */
export const indexBlocks = <Raw>(deps: FollowerDeps<Raw>, stored: readonly Raw[], head: SeenHead): Promise<void> =>
  inIndexSpan(deps, stored, async () => {
    await deps.lease.begin(stored.map(deps.indexer.summary), head);
    await writeBlocks(deps, stored);
  });

/** After a crash, with the raw blocks from the bucket. */
export const finishIndexing = <Raw>(deps: FollowerDeps<Raw>, stored: readonly Raw[]): Promise<void> =>
  inIndexSpan(deps, stored, () => writeBlocks(deps, stored));

async function writeBlocks<Raw>(deps: FollowerDeps<Raw>, stored: readonly Raw[]): Promise<void> {
  const { lease, indexer, records } = deps;
  const blocks = stored.map(indexer.summary);
  // On a chain that never reorganises, a block becomes canonical only once.
  const counted = Promise.all(
    blocks.map(({ hash }, i) =>
      indexer.revert
        ? records.count(hash, { epoch: lease.cursor.epoch, serial: serialAt(lease, i) }, lease.signal())
        : 1,
    ),
  );
  // Awaited below. If the rows fail, it must neither reject unhandled nor stay in flight.
  const settled = counted.catch(() => undefined);
  await indexer.apply(stored, atHead(deps)).finally(() => settled);
  await publish(deps, 'added', blocks, await counted);
  const last = blocks.at(-1);
  if (!last) return;
  const cumulative = blocks.reduce((sum, { transactions }) => sum + transactions, lease.cursor.cumulative);
  await lease.commit({ number: last.number, hash: last.hash, time: last.time, cumulative }, blocks.length);
}

// The same after a crash, as the cursor's count moves with the cursor.
const serialAt = ({ cursor }: Pick<Lease, 'cursor'>, index: number): number => cursor.serial + index + 1;

export async function publish<Raw>(
  { chain, bus, lease, store, measures }: FollowerDeps<Raw>,
  kind: BlockEventKind,
  blocks: readonly BlockSummary[],
  incarnations: readonly number[],
): Promise<void> {
  const events = blocks.map((block, i): BlockEvent => {
    const incarnation = incarnations[i] ?? 1;
    return {
      id: blockEventId(chain.chainId, block.hash, kind, incarnation),
      chainId: chain.chainId,
      network: chain.network,
      number: block.number,
      hash: block.hash,
      parentHash: block.parentHash,
      timestamp: block.time,
      transactions: block.transactions,
      incarnation,
      epoch: lease.cursor.epoch,
      serial: serialAt(lease, i),
      ...(store.toKey ? { raw: store.toKey(block) } : {}),
    };
  });
  await bus.publish(kind, events, lease.signal);
  measures.published(kind, blocks);
}
