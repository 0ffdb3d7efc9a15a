import type { RawBlocks } from '../../adapters/aws/raw-blocks';
import { cursorKey, readCursor } from '../../adapters/dynamo/chain/cursor-item';
import type { openWitnesses } from '../../adapters/dynamo/evm/witnesses';
import { inParallel, type Table } from '../../adapters/dynamo/table';
import type { AbsentHoldings } from '../../adapters/dynamo/tokens/absent-holdings';
import type { Read } from '../../adapters/dynamo/tokens/holdings';
import { NFT } from '../../adapters/dynamo/tokens/nft-item';
import type { Blocks, Head, Pair } from '../../adapters/evm/blocks';
import type { Chain } from '../../contract/config';
import type { BlockRef } from '../../domain/chain/block';
import type { Cursor } from '../../domain/chain/cursor';
import { type DerivedBlock, derive } from '../../domain/evm/derive';
import { amountOf, questionsOf, touchedHoldings } from '../../domain/tokens/holdings';
import { itemsOf } from '../../table/evm/rows';
import type { Item } from '../../table/item';
import type { Pace } from '../chain/pace';
import type { NewNfts } from './new-nfts';
import type { NewTokens } from './new-tokens';

/** Everything that a chain's history is written with. */
export interface Desk {
  readonly chain: Chain;
  readonly table: Table;
  readonly blocks: Blocks;
  readonly raw: Pick<RawBlocks, 'putSlice'>;
  readonly tokens: NewTokens;
  readonly nfts: Pick<NewNfts, 'look'>;
  readonly witnesses: Pick<ReturnType<typeof openWitnesses>, 'missing'>;
  readonly holdings: AbsentHoldings;
  readonly pace: Pace;
}

/** Single conditional writes under way at once. */
const IN_FLIGHT = 16;
/** Items between two looks at the pace: about a second of the default rate. */
const PART = 1_000;
/** A slice waits for the pace no longer than this, ms: however low the rate, one is written within a tick. */
const PATIENCE = 30_000;

/** The chain's cursor as it stands; undefined where the chain was never indexed. */
export async function cursorOf(table: Table, chain: string): Promise<Cursor | undefined> {
  const item = await table.get(cursorKey(chain), true);
  return item && readCursor(item);
}

/**
 * Writes contiguous final blocks: raw, rows, witnesses, tokens, holdings. Nothing here depends on what a former try
 * left, so a repeat is harmless. Gives the running count behind the last one.
 */
export async function writeSlice(
  desk: Desk,
  pairs: readonly Pair[],
  before: number,
  head: Head,
  final: number,
): Promise<number> {
  const { chain, raw, tokens, nfts, witnesses } = desk;
  await raw.putSlice(chain.chainId, pairs);
  let count = before;
  const derived = pairs.map((pair) => {
    const block = derive({ ...pair, balances: {} }, count);
    count = block.block.cumulative;
    return block;
  });
  const until = Date.now() + PATIENCE;
  const write = async (items: readonly Item[]) => {
    for (let from = 0; from < items.length; from += PART) {
      await desk.table.write(items.slice(from, from + PART).map((put) => ({ put })));
      if (Date.now() < until) await desk.pace.hold();
    }
  };
  await write(derived.flatMap((block) => itemsOf(block, chain)));
  // After the rows: whoever corrects a witness from now on finds them.
  await write(await witnesses.missing(derived, final));
  const seen = await nfts.look(derived);
  await writeStubs(desk.table, seen.stubs);
  await Promise.all([tokens.announce(derived.flatMap(({ transfers }) => transfers)), seen.announce()]);
  await writeHoldings(desk, derived, head);
  if (Date.now() < until) await desk.pace.hold();
  return count;
}

/** Where the follower came first meanwhile, its row stays, and learns that the NFT is older. */
async function writeStubs(table: Table, stubs: readonly Item[]): Promise<void> {
  await inParallel(stubs, IN_FLIGHT, async (stub) => {
    if (!(await table.putIfAbsent(stub)))
      await table.set({ pk: stub.pk, sk: stub.sk }, { [NFT.since]: stub[NFT.since] });
  });
}

/** Reads what history touched and nobody has read since, at the follower's block. A row that is there is the follower's. */
async function writeHoldings(
  { chain, table, blocks, holdings }: Desk,
  derived: readonly DerivedBlock[],
  head: Head,
): Promise<void> {
  const absent = await holdings.absent(touchedHoldings(derived.flatMap(({ transfers }) => transfers)));
  if (absent.length === 0) return;
  const cursor = await cursorOf(table, chain.chainId);
  const asked = (cursor && newest(cursor)) ?? head;
  const ask = async (place: BlockRef, of: readonly Read['holding'][]): Promise<Read[]> => {
    const readings = await blocks.holdings(place, questionsOf(of), head.number).catch(() => undefined);
    return of.map((holding) => ({ holding, amount: amountOf(holding, place.number, readings) }));
  };
  const reads = (await ask(asked, absent)).filter((read) => !isGone(read));
  const written = await holdings.put(reads, cursor?.epoch ?? 0);
  // The follower deletes an id that went on, and may have done so before our row was there: then ours is too old.
  const ids = written.filter(({ holding, amount }) => holding.kind === 'erc721' && typeof amount === 'object');
  const now = ids.length > 0 ? await cursorOf(table, chain.chainId) : undefined;
  const place = now && newest(now);
  if (now && place?.hash !== asked.hash) {
    const again = place
      ? await ask(
          place,
          ids.map(({ holding }) => holding),
        )
      : [];
    for (const [i, read] of ids.entries()) {
      const amount = again[i]?.amount ?? 'unread';
      if (amount === 'unread') await holdings.withdraw(read, now.epoch, true);
      else if (isGone({ ...read, amount })) await holdings.withdraw(read, now.epoch, false);
    }
  }
  holdings.remember(absent);
}

/** Nobody asks for the past of an ERC-721 id: what is gone has no row. */
const isGone = ({ holding, amount }: Read): boolean =>
  holding.kind === 'erc721' && typeof amount === 'object' && amount.value === 0n;

/** The newest block whose rows the follower may have written; undefined before its first, and while it takes some back. */
function newest({ number, hash, pending }: Cursor): BlockRef | undefined {
  if (pending) return pending.kind === 'index' ? pending.blocks.at(-1) : undefined;
  return hash === undefined ? undefined : { number, hash };
}
