import type { Queue } from '../../../adapters/aws/queue';
import { inParallel, type Table } from '../../../adapters/dynamo/table';
import {
  NFT,
  type NftKind,
  type NftRecord,
  nftKey,
  nftName,
  nftStub,
  readNftItem,
} from '../../../adapters/dynamo/tokens/nft-item';
import type { SeenNfts } from '../../../contract/messages';
import type { DerivedBlock } from '../../../domain/evm/derive';
import { type TransferRow, ZERO_ADDRESS } from '../../../domain/evm/transfers';
import type { Item } from '../../../table/item';
import type { AtHead, InHistory } from '../../chain/chain';

/** NFTs that a session remembers as announced: about 20 MB. */
const MAX_CACHED_NFTS = 100_000;
/** Ids of one message: what a worker reads within its time. */
const MAX_IDS_PER_MESSAGE = 50;
/** Keys of one read, and reads under way at once: an airdrop of 5,000 takes 7 rounds. */
const [KEYS_PER_READ, MAX_PARALLEL_READS] = [100, 8];

/** Single conditional writes under way at once. */
const MAX_PARALLEL_WRITES = 16;

/** An NFT that blocks moved. */
interface Moved {
  readonly token: string;
  readonly id: bigint;
  readonly kind: NftKind;
  /** The lowest of the blocks. */
  readonly block: number;
  /** It was made or burned: what is known of it may hold no more. */
  readonly turned: boolean;
}
type Blocks = readonly Pick<DerivedBlock, 'block' | 'transfers'>[];

/** Gives each NFT a row when it first moves, and announces it to the worker that reads metadata off the hot path. */
export function nfts(table: Table, chain: string, queue: Pick<Queue, 'send'>) {
  let known = new Set<string>();

  const rowsOf = async (nfts: readonly Moved[]): Promise<Map<string, NftRecord>> => {
    const found = new Map<string, NftRecord>();
    const parts = Array.from({ length: Math.ceil(nfts.length / KEYS_PER_READ) }, (_, i) =>
      nfts.slice(i * KEYS_PER_READ, (i + 1) * KEYS_PER_READ),
    );
    await inParallel(parts, MAX_PARALLEL_READS, async (part) => {
      // Consistent: a stub over a row that is there would forget what was read.
      const items = await table.batchGet(
        part.map((nft) => nftKey(chain, nft)),
        true,
      );
      for (const record of items.map(readNftItem)) found.set(nftName(record), record);
    });
    return found;
  };

  const send = (nfts: readonly Moved[], signal: () => AbortSignal): Promise<void> =>
    queue.send(
      [...Map.groupBy(nfts, ({ token, kind }) => `${token} ${kind}`).values()].flatMap((own) =>
        Array.from({ length: Math.ceil(own.length / MAX_IDS_PER_MESSAGE) }, (_, i): SeenNfts[] => {
          const part = own.slice(i * MAX_IDS_PER_MESSAGE, (i + 1) * MAX_IDS_PER_MESSAGE);
          const ids = part.map(({ id }) => String(id));
          return part[0] ? [{ chainId: chain, token: part[0].token, kind: part[0].kind, ids }] : [];
        }).flat(),
      ),
      { signal },
    );

  /** Where the follower came first meanwhile, its row stays, and learns that the NFT is older. */
  const putWhereAbsent = (stubs: readonly Item[]): Promise<void> =>
    inParallel(stubs, MAX_PARALLEL_WRITES, async (stub) => {
      if (!(await table.putIfAbsent(stub)))
        await table.update({ pk: stub.pk, sk: stub.sk }, { set: { [NFT.since]: stub[NFT.since] } });
    });

  /** What first moved above `ancestor` is gone; the others are read anew. */
  const takeBack = async (moved: readonly Moved[], ancestor: number, signal: () => AbortSignal): Promise<void> => {
    const rows = await rowsOf(moved);
    const isGone = (nft: Moved) => (rows.get(nftName(nft))?.since ?? 0) > ancestor;
    const gone = moved.filter(isGone);
    await table.write(
      gone.map((nft) => ({ delete: nftKey(chain, nft) })),
      signal,
    );
    for (const nft of gone) known.delete(nftName(nft));
    await send(
      moved.filter((nft) => rows.has(nftName(nft)) && !isGone(nft)),
      signal,
    );
  };

  return {
    /** A crash before the announcement is made good by the redo: a row that nobody has read is announced again. */
    async summarize(blocks: Blocks, on: ApplyContext) {
      const moved = movedIn(blocks);
      const fresh = [...moved.values()].filter((nft) => !known.has(nftName(nft)));
      const rows = await rowsOf(fresh);
      const lower: Moved[] = [];
      const unread = fresh.filter((nft) => {
        const row = rows.get(nftName(nft));
        if (row?.since !== undefined && row.since > nft.block) lower.push(nft);
        return row?.readAt === undefined;
      });
      const isUnread = new Set(unread);
      const turned = [...moved.values()].filter((nft) => nft.turned && !isUnread.has(nft));
      const stubs = fresh
        .filter((nft) => !rows.has(nftName(nft)))
        .map((nft) => nftStub(chain, nft, nft.kind, nft.block));
      if (on.mode === 'history') await putWhereAbsent(stubs);
      return {
        writes: on.mode === 'history' ? [] : stubs.map((put) => ({ put })),
        async announce() {
          // A backfill came upon an earlier block.
          await inParallel(lower, MAX_PARALLEL_READS, async (nft) => {
            await table.update(nftKey(chain, nft), { set: { [NFT.since]: nft.block } }, on.signal());
          });
          await send([...unread, ...turned], on.signal);
          if (known.size > MAX_CACHED_NFTS) known = new Set();
          for (const nft of fresh) known.add(nftName(nft));
        },
      };
    },

    revert(ancestor: number, { signal }: Pick<AtHead, 'signal'>) {
      const moved = new Map<string, Moved>();
      return {
        facts: (orphan: Blocks[number]) => void movedIn([orphan], moved),
        summaries: () => takeBack([...moved.values()], ancestor, signal),
      };
    },
  };
}

/** What it needs of the blocks' writing. */
type ApplyContext = Pick<AtHead | InHistory, 'mode' | 'signal'>;

/** Adds the NFTs that these blocks moved to those that are known to have moved. */
function movedIn(blocks: Blocks, moved = new Map<string, Moved>()): Map<string, Moved> {
  for (const { block, transfers } of blocks)
    for (const transfer of transfers) {
      const { kind, token, id } = transfer;
      if (kind === 'erc20' || id === undefined) continue;
      const name = nftName({ token, id });
      const before = moved.get(name);
      const turned = before?.turned === true || isTurn(transfer);
      moved.set(name, { token, id, kind, block: Math.min(before?.block ?? block.number, block.number), turned });
    }
  return moved;
}

/** ERC-1155 ids neither begin nor end: only their amounts change. */
const isTurn = ({ kind, from, to }: TransferRow): boolean =>
  kind === 'erc721' && (from === ZERO_ADDRESS || to === ZERO_ADDRESS);
