import type { Bus } from '../adapters/bus';
import type { BlockRows } from '../adapters/dynamo/block-rows';
import type { Lease, SeenHead } from '../adapters/dynamo/lease';
import type { Blocks, Pair } from '../adapters/evm/blocks';
import { type RawBlocks, rawKey } from '../adapters/raw-blocks';
import type { Chain } from '../contract/config';
import { type BlockEvent, type BlockEventKind, blockEventId } from '../contract/events';
import { type BlockRow, derive, touchedAddresses } from '../domain/evm/derive';
import type { RawBlock } from '../domain/evm/rpc';

/** Everything that indexing one chain needs. */
export interface Workshop {
  readonly chain: Chain;
  readonly lease: Lease;
  readonly rows: BlockRows;
  readonly raw: RawBlocks;
  readonly bus: Bus;
  readonly blocks: Blocks;
}

/**
 * Indexes blocks that stand on the cursor, in the order that survives a crash anywhere: raw blocks, `pending`, rows,
 * events, and the cursor last.
 */
export async function indexBlocks(workshop: Workshop, pairs: readonly Pair[], head: SeenHead): Promise<void> {
  const { chain, lease, raw } = workshop;
  const stored = await Promise.all(
    pairs.map(async (pair) => {
      const balances = await readBalances(workshop, pair, head.head);
      return raw.put(chain.chainId, { ...pair, balances }, lease.signal());
    }),
  );
  await lease.begin(
    pairs.map(({ block }) => ({ number: Number(block.number), hash: block.hash })),
    head,
  );
  await finishIndexing(workshop, stored);
}

/** From `pending` on: what a redo after a crash does again, with the raw blocks of the bucket. */
export async function finishIndexing(workshop: Workshop, stored: readonly RawBlock[]): Promise<void> {
  const { lease, rows } = workshop;
  let cumulative = lease.cursor.cumulative;
  const derived = stored.map((raw) => {
    const block = derive(raw, cumulative);
    cumulative = block.block.cumulative;
    return block;
  });
  const counted = Promise.all(derived.map(({ block }) => rows.incarnation(block.hash)));
  // Awaited below: until then a failure must not count as unhandled, nor be left under way by one of the rows.
  const settled = counted.catch(() => undefined);
  await rows.write(derived).finally(() => settled);
  const incarnations = await counted;
  await publish(
    workshop,
    'added',
    derived.map(({ block }) => block),
    incarnations,
  );
  const last = derived.at(-1)?.block;
  if (last) await lease.commit(last);
}

/** Tells the bus of blocks that were added or removed. */
export async function publish(
  { chain, bus, lease }: Workshop,
  kind: BlockEventKind,
  blocks: readonly BlockRow[],
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
      transactions: block.txCount,
      incarnation,
      raw: rawKey(chain.chainId, block),
    };
  });
  await bus.publish(kind, events, lease.signal);
}

/**
 * Native balances after the block, of the addresses that it touched. Only while the block may still be news: history
 * would cost a call an address a block, and the API asks the node first anyway.
 */
async function readBalances({ chain, blocks }: Workshop, pair: Pair, head: number): Promise<RawBlock['balances']> {
  if (Number(pair.block.number) < head - chain.finalityDepth) return {};
  return blocks.balances(pair.block.hash, touchedAddresses(pair)).catch(() => ({}));
}
