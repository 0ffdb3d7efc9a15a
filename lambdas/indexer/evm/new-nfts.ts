import type { Queue } from '../../adapters/aws/queue';
import type { Lease } from '../../adapters/dynamo/chain/lease';
import { inParallel, type Table } from '../../adapters/dynamo/table';
import {
  NFT,
  type NftKind,
  type NftRecord,
  nftKey,
  nftName,
  nftStub,
  readNftItem,
} from '../../adapters/dynamo/tokens/nft-item';
import type { SeenNfts } from '../../contract/messages';
import type { DerivedBlock } from '../../domain/evm/derive';
import { type TransferRow, ZERO_ADDRESS } from '../../domain/evm/transfers';
import type { Item } from '../../table/item';

/** NFTs that a session remembers as announced: about 20 MB. */
const REMEMBERED = 100_000;
/** Ids of one message: what a worker reads within its time. */
const IDS = 50;
/** Keys of one read, and reads under way at once: an airdrop of 5,000 takes 7 rounds. */
const [KEYS, IN_FLIGHT] = [100, 8];

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
/** What blocks showed of NFTs. */
export interface SeenInBlocks {
  /** Rows for those that have none: to be written with the blocks' rows. */
  readonly stubs: readonly Item[];
  /** Announces what is to be read: after the rows, before the cursor moves. */
  announce(): Promise<void>;
}

/** Gives each NFT a row when it first moves, and tells the worker that reads their metadata off the hot path. */
export function openNewNfts(table: Table, chain: string, queue: Queue, lease: Pick<Lease, 'signal'>) {
  let known = new Set<string>();

  const rowsOf = async (nfts: readonly Moved[]): Promise<Map<string, NftRecord>> => {
    const found = new Map<string, NftRecord>();
    const parts = Array.from({ length: Math.ceil(nfts.length / KEYS) }, (_, i) => nfts.slice(i * KEYS, (i + 1) * KEYS));
    await inParallel(parts, IN_FLIGHT, async (part) => {
      // Consistent: a stub over a row that is there would forget what was read.
      const items = await table.batchGet(
        part.map((nft) => nftKey(chain, nft)),
        true,
      );
      for (const record of items.map(readNftItem)) found.set(nftName(record), record);
    });
    return found;
  };

  const send = (nfts: readonly Moved[]): Promise<void> =>
    queue.send(
      [...Map.groupBy(nfts, ({ token, kind }) => `${token} ${kind}`).values()].flatMap((own) =>
        Array.from({ length: Math.ceil(own.length / IDS) }, (_, i): SeenNfts[] => {
          const part = own.slice(i * IDS, (i + 1) * IDS);
          const ids = part.map(({ id }) => String(id));
          return part[0] ? [{ chainId: chain, token: part[0].token, kind: part[0].kind, ids }] : [];
        }).flat(),
      ),
      { signal: lease.signal },
    );

  return {
    /** Looks at blocks in their order. A crash before `announce` is made good by the redo: a row that nobody read is told of. */
    async look(blocks: readonly Pick<DerivedBlock, 'block' | 'transfers'>[]): Promise<SeenInBlocks> {
      const moved = movedIn(blocks);
      const fresh = [...moved.values()].filter((nft) => !known.has(nftName(nft)));
      const rows = await rowsOf(fresh);
      const lower: Moved[] = [];
      const untold = fresh.filter((nft) => {
        const row = rows.get(nftName(nft));
        if (row?.since !== undefined && row.since > nft.block) lower.push(nft);
        return row?.readAt === undefined;
      });
      const told = new Set(untold);
      const turned = [...moved.values()].filter((nft) => nft.turned && !told.has(nft));
      return {
        stubs: fresh.filter((nft) => !rows.has(nftName(nft))).map((nft) => nftStub(chain, nft, nft.kind, nft.block)),
        async announce() {
          // A backfill came upon an earlier block.
          await inParallel(lower, IN_FLIGHT, (nft) =>
            table.set(nftKey(chain, nft), { [NFT.since]: nft.block }, lease.signal()),
          );
          await send([...untold, ...turned]);
          if (known.size > REMEMBERED) known = new Set();
          for (const nft of fresh) known.add(nftName(nft));
        },
      };
    },

    /** After a rollback to `ancestor`: what moved first above it is gone; the others are read anew. */
    async takeBack(orphans: readonly Pick<DerivedBlock, 'block' | 'transfers'>[], ancestor: number): Promise<void> {
      const moved = [...movedIn(orphans).values()];
      const rows = await rowsOf(moved);
      const isGone = (nft: Moved) => (rows.get(nftName(nft))?.since ?? 0) > ancestor;
      const gone = moved.filter(isGone);
      await table.write(
        gone.map((nft) => ({ delete: nftKey(chain, nft) })),
        lease.signal,
      );
      for (const nft of gone) known.delete(nftName(nft));
      await send(moved.filter((nft) => rows.has(nftName(nft)) && !isGone(nft)));
    },
  };
}
/** What `openNewNfts` gives. */
export type NewNfts = ReturnType<typeof openNewNfts>;

function movedIn(blocks: readonly Pick<DerivedBlock, 'block' | 'transfers'>[]): Map<string, Moved> {
  const moved = new Map<string, Moved>();
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
