import type { AtHead, InHistory } from '../../../chain/kind';
import type { Queue } from '../../../core/aws/queue';
import { chunk } from '../../../core/contract/chunk';
import { BoundedCache } from '../../../core/domain/bounded-cache';
import { inParallel } from '../../../core/runtime/concurrency';
import type { Table } from '../../../core/table/table';
import { ABSENT, above, PRESENT } from '../../../core/table/update';
import type { SeenNfts } from '../../contract/messages';
import type { DerivedBlock } from '../../domain/derive';
import { type TransferRow, ZERO_ADDRESS } from '../../domain/transfers';
import { type ChangedNfts, getMetadataChanges } from '../../tokens/domain/metadata-changes';
import { NFT, type NftKind, type NftRecord, nftKey, nftName, nftStub, readNftItem } from '../../tokens/rows/nft-item';

const MAX_CACHED_NFTS = 100_000; // about 20 MB
const MAX_IDS_PER_MESSAGE = 50; // a worker must finish within its timeout
const [KEYS_PER_READ, MAX_PARALLEL_READS] = [100, 8]; // an airdrop of 5,000 takes 7 rounds

/** Any contract can announce a range of 2^256; the lowest IDs win. */
const MAX_CHANGED_IDS = 10_000;
/** Beyond this, one range that spans all is queued per collection. */
const MAX_RANGES = 20;

const MAX_PARALLEL_WRITES = 16;

interface Named {
  readonly token: string;
  readonly id: bigint;
  readonly kind: NftKind;
}
interface Moved extends Named {
  readonly block: number;
  /** Minted or burned: stored metadata may be outdated. */
  readonly turned: boolean;
}
type Blocks = readonly Pick<DerivedBlock, 'block' | 'transfers' | 'raw'>[];

/**
 * Writes a row when an NFT first moves; a worker reads the metadata off the hot path. At the head,
 * announced changes queue it again (ERC-4906, or `URI` of ERC-1155).
 */
export function nfts(table: Table, chain: string, queue: Pick<Queue, 'send'>) {
  /** The lowest block that each was announced for. */
  const known = new BoundedCache<string, number>(MAX_CACHED_NFTS);

  const readRows = async (nfts: readonly Moved[]): Promise<Map<string, NftRecord>> => {
    const found = new Map<string, NftRecord>();
    await inParallel(chunk(nfts, KEYS_PER_READ), MAX_PARALLEL_READS, async (part) => {
      // Consistent: a stub that replaces an existing row would lose its metadata.
      const items = await table.batchGet(
        part.map((nft) => nftKey(chain, nft)),
        true,
      );
      for (const record of items.map(readNftItem)) found.set(nftName(record), record);
    });
    return found;
  };

  const send = (nfts: readonly Named[], signal: () => AbortSignal): Promise<void> =>
    queue.send(
      [...Map.groupBy(nfts, ({ token, kind }) => `${token} ${kind}`).values()].flatMap((own) =>
        chunk(own, MAX_IDS_PER_MESSAGE).flatMap((part): SeenNfts[] => {
          const ids = part.map(({ id }) => String(id));
          return part[0] ? [{ chainId: chain, token: part[0].token, kind: part[0].kind, ids }] : [];
        }),
      ),
      { signal },
    );

  const rangeMessage = ({ token, kind, from, to }: ChangedNfts): SeenNfts => ({
    chainId: chain,
    token,
    kind,
    ids: [],
    range: { from: String(from), to: String(to), left: MAX_CHANGED_IDS },
  });

  /** Conditional, as other writers may update the row: the lowest block wins. */
  const lowerSince = async (nft: Pick<Moved, 'token' | 'id' | 'block'>, signal?: AbortSignal): Promise<void> => {
    const isHigher = [{ [NFT.since]: above(nft.block) }, { pk: PRESENT, [NFT.since]: ABSENT }];
    await table.updateIf(nftKey(chain, nft), { set: { [NFT.since]: nft.block } }, isHigher, signal);
  };

  const putIfAbsent = (nfts: readonly Moved[]): Promise<void> =>
    inParallel(nfts, MAX_PARALLEL_WRITES, async (nft) => {
      if (!(await table.putIfAbsent(nftStub(chain, nft, nft.kind, nft.block)))) await lowerSince(nft);
    });

  const undo = async (moved: readonly Moved[], ancestor: number, signal: () => AbortSignal): Promise<void> => {
    const rows = await readRows(moved);
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
    /** If a crash prevents the announcement, recovery repeats it for rows without metadata. */
    async summarize(blocks: Blocks, on: ApplyContext) {
      const moved = collectMoved(blocks);
      const fresh = [...moved.values()].filter((nft) => (known.get(nftName(nft)) ?? Infinity) > nft.block);
      const rows = await readRows(fresh);
      const earlier: Moved[] = [];
      const unread = fresh.filter((nft) => {
        const row = rows.get(nftName(nft));
        if (row?.since !== undefined && row.since > nft.block) earlier.push(nft);
        return row?.readAt === undefined;
      });
      const isUnread = new Set(unread);
      const turned = [...moved.values()].filter((nft) => nft.turned && !isUnread.has(nft));
      const absent = fresh.filter((nft) => !rows.has(nftName(nft)));
      if (on.mode === 'history') await putIfAbsent(absent);
      const stubs = absent.map((nft) => ({ put: nftStub(chain, nft, nft.kind, nft.block) }));
      return {
        writes: on.mode === 'history' ? [] : stubs,
        async announce() {
          // A backfill found earlier blocks of these.
          await inParallel(earlier, MAX_PARALLEL_READS, (nft) => lowerSince(nft, on.signal()));
          const { single, ranges } = on.mode === 'head' ? getChanges(blocks) : NO_CHANGES;
          const due = new Map([...single, ...unread, ...turned].map((nft) => [nftName(nft), nft]));
          await send([...due.values()], on.signal);
          await queue.send(ranges.map(rangeMessage), { signal: on.signal });
          for (const nft of fresh) known.set(nftName(nft), nft.block);
        },
      };
    },

    revert(ancestor: number, { signal }: Pick<AtHead, 'signal'>) {
      const moved = new Map<string, Moved>();
      return {
        facts: (orphan: Blocks[number]) => void collectMoved([orphan], moved),
        summaries: () => undo([...moved.values()], ancestor, signal),
      };
    },
  };
}

type ApplyContext = Pick<AtHead | InHistory, 'mode' | 'signal'>;

const NO_CHANGES = { single: [], ranges: [] };

function getChanges(blocks: Blocks): { readonly single: readonly Named[]; readonly ranges: readonly ChangedNfts[] } {
  const changed = blocks.flatMap(({ raw }) => getMetadataChanges(raw.receipts).nfts);
  const [single, wide] = [changed.filter(({ from, to }) => from === to), changed.filter(({ from, to }) => from < to)];
  const ranges = [...Map.groupBy(wide, ({ token }) => token).values()].flatMap((own) => {
    const each = [...new Map(own.map((range) => [`${range.from} ${range.to}`, range])).values()];
    const [first] = each;
    if (!first || each.length <= MAX_RANGES) return each;
    const [from, to] = [each.map((range) => range.from), each.map((range) => range.to)];
    return [{ ...first, from: from.reduce((a, b) => (a < b ? a : b)), to: to.reduce((a, b) => (a > b ? a : b)) }];
  });
  return { single: single.map(({ from, ...nft }) => ({ ...nft, id: from })), ranges };
}

function collectMoved(blocks: Blocks, moved = new Map<string, Moved>()): Map<string, Moved> {
  for (const { block, transfers } of blocks)
    for (const transfer of transfers) {
      const { kind, token, id } = transfer;
      if (kind === 'erc20' || id === undefined) continue;
      const name = nftName({ token, id });
      const before = moved.get(name);
      const turned = before?.turned === true || isMintOrBurn(transfer);
      moved.set(name, { token, id, kind, block: Math.min(before?.block ?? block.number, block.number), turned });
    }
  return moved;
}

/** ERC-1155 IDs are excluded, as only their amounts change. */
const isMintOrBurn = ({ kind, from, to }: TransferRow): boolean =>
  kind === 'erc721' && (from === ZERO_ADDRESS || to === ZERO_ADDRESS);
