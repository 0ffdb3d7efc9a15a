import type { Bus } from '../../adapters/aws/bus';
import { type RawBlocks, rawKey } from '../../adapters/aws/raw-blocks';
import type { Lease, SeenHead } from '../../adapters/dynamo/chain/lease';
import type { BlockRows } from '../../adapters/dynamo/evm/block-rows';
import type { Read } from '../../adapters/dynamo/tokens/holdings';
import type { Blocks, Pair } from '../../adapters/evm/blocks';
import type { Chain } from '../../contract/config';
import { type BlockEvent, type BlockEventKind, blockEventId } from '../../contract/events';
import { type BlockRow, type DerivedBlock, derive, touchedAddresses } from '../../domain/evm/derive';
import type { RawBlock } from '../../domain/evm/rpc';
import { transfersOf } from '../../domain/evm/transfers';
import {
  AS_BEFORE,
  type Holding,
  latestAmount,
  questionId,
  questionsOf,
  type Readings,
  touchedHoldings,
} from '../../domain/tokens/holdings';
import type { Internals } from '../evm/internals';
import type { NewNfts } from '../evm/new-nfts';
import type { NewTokens } from '../evm/new-tokens';

/** Everything that indexing one chain needs. */
export interface Workshop {
  readonly chain: Chain;
  readonly lease: Lease;
  readonly rows: BlockRows;
  readonly raw: RawBlocks;
  readonly bus: Bus;
  readonly blocks: Blocks;
  readonly tokens: NewTokens;
  readonly internals: Internals;
  readonly nfts: NewNfts;
  /** Questions about holdings that were answered in history, with the block of the answer. */
  readonly answered: Map<string, number>;
}

/**
 * Batches of blocks as the bucket has them, with what the node says of balances: the first thing to stand, and nothing
 * that anybody reads. The next batch is stored while the caller works at the one before.
 */
export async function* storedBlocks(
  workshop: Workshop,
  batches: AsyncIterable<readonly Pair[]>,
  head: number,
): AsyncGenerator<RawBlock[]> {
  let storing: Promise<RawBlock[]> | undefined;
  try {
    for await (const pairs of batches) {
      const before = storing;
      // In order: what one batch asked, the next need not.
      storing = (before ?? Promise.resolve()).then(() => storeBlocks(workshop, pairs, head));
      // Awaited in its turn; until then a failure must not count as unhandled.
      storing.catch(() => undefined);
      if (before) yield await before;
    }
    if (storing) yield await storing;
  } finally {
    await storing?.catch(() => undefined);
  }
}

async function storeBlocks(workshop: Workshop, pairs: readonly Pair[], head: number): Promise<RawBlock[]> {
  const { chain, lease, raw } = workshop;
  const holdings = readHoldings(workshop, pairs, head);
  return Promise.all(
    pairs.map(async (pair, i) => {
      const balances = await readBalances(workshop, pair, head);
      const held = i === pairs.length - 1 ? await holdings : undefined;
      return raw.put(chain.chainId, { ...pair, balances, ...(held ? { holdings: held } : {}) }, lease.signal());
    }),
  );
}

/**
 * Indexes stored blocks that stand on the cursor, in the order that survives a crash anywhere: raw blocks, `pending`,
 * rows, events, and the cursor last.
 */
export async function indexBlocks(workshop: Workshop, stored: readonly RawBlock[], head: SeenHead): Promise<void> {
  await workshop.lease.begin(
    stored.map(({ block }) => ({ number: Number(block.number), hash: block.hash })),
    head,
  );
  await finishIndexing(workshop, stored);
}

/** From `pending` on: what a redo after a crash does again, with the raw blocks of the bucket. */
export async function finishIndexing(workshop: Workshop, stored: readonly RawBlock[]): Promise<void> {
  const { lease, rows, tokens, nfts } = workshop;
  let cumulative = lease.cursor.cumulative;
  const derived = stored.map((raw) => {
    const block = derive(raw, cumulative);
    cumulative = block.block.cumulative;
    return block;
  });
  const counted = Promise.all(derived.map(({ block }) => rows.incarnation(block.hash)));
  // Awaited below: until then a failure must not count as unhandled, nor be left under way by one of the rows.
  const settled = counted.catch(() => undefined);
  const reads = readsOf(
    derived,
    stored.flatMap((raw) => raw.holdings ?? []),
  );
  const seen = await nfts.look(derived).finally(() => settled);
  await rows.write(derived, reads, seen.stubs).finally(() => settled);
  await Promise.all([tokens.announce(derived.flatMap(({ transfers }) => transfers)), seen.announce()]);
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

/** What is known of every holding that the blocks touched, the last of them that did so deciding what is too old. */
function readsOf(derived: readonly DerivedBlock[], readings: readonly Readings[]): Read[] {
  const last = new Map<string, { holding: Holding; since: number }>();
  for (const { block, transfers } of derived)
    for (const holding of touchedHoldings(transfers)) last.set(questionId(holding), { holding, since: block.number });
  return [...last.values()].flatMap(({ holding, since }) => {
    const amount = latestAmount(holding, since, readings);
    return amount === AS_BEFORE ? [] : [{ holding, amount }];
  });
}

/** Questions that a session remembers as answered. */
const REMEMBERED = 200_000;

/**
 * What tokens say of all that the blocks touched: near the head at the last of them; in history at the newest final
 * block, and an amount once, since whatever touched it before that is in the answer. A node that is silent owes it.
 */
async function readHoldings(
  { blocks, chain, answered }: Workshop,
  pairs: readonly Pair[],
  head: number,
): Promise<Readings | undefined> {
  const last = pairs.at(-1)?.block;
  if (!last) return undefined;
  const questions = questionsOf(touchedHoldings(pairs.flatMap(({ receipts }) => transfersOf(receipts))));
  const [number, final] = [Number(last.number), head - chain.finalityDepth];
  if (number >= final) return blocks.holdings({ number, hash: last.hash }, questions, head).catch(() => undefined);
  // The owner of an id tells of all who ever held it, but only rows of those in these blocks are written: asked anew.
  const asked = questions.filter(
    (question) => question.kind === 'erc721' || (answered.get(questionId(question)) ?? -1) < number,
  );
  const told = await blocks.holdingsAt(asked, final).catch(() => undefined);
  if (answered.size > REMEMBERED) answered.clear();
  for (const id of Object.keys(told?.values ?? {})) answered.set(id, final);
  const isAsked = new Set(asked);
  const before = questions.filter((question) => !isAsked.has(question)).map((q) => [questionId(q), AS_BEFORE] as const);
  return { at: final, values: { ...told?.values, ...Object.fromEntries(before) } };
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
      epoch: lease.cursor.epoch,
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
