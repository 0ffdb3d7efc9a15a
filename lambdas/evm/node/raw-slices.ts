import { GetObjectCommand, ListObjectsV2Command } from '@aws-sdk/client-s3';
import type { BlockRef } from '../../chain/domain/block';
import { rawKey } from '../../chain/domain/raw-key';
import { DamagedHistory } from '../../chain/rederive/damaged-history';
import { s3 } from '../../core/aws/s3';
import { decompressed } from '../../core/runtime/compressed';
import { inParallel } from '../../core/runtime/concurrency';
import type { RawBlock } from '../domain/rpc';

const MAX_PARALLEL_READS = 16;
/** Objects whose first block is the same: a slice, one of an earlier attempt, and blocks with an object of their own. */
const MAX_CANDIDATES = 20;

/**
 * Blocks of history as stored in the bucket, where several share an object. `ownFrom`: blocks from this one on have an
 * object each. Throws DamagedHistory.
 */
export function createRawSlices(bucket: string, chain: string, client = s3()) {
  /** undefined if it is absent. Needs s3:ListBucket: without it S3 does not report missing objects. */
  const read = async (key: string): Promise<unknown> => {
    const stored = await client
      .send(new GetObjectCommand({ Bucket: bucket, Key: key }))
      .then(({ Body }) => Body?.transformToByteArray())
      .catch((error: unknown) => {
        if (error instanceof Error && error.name === 'NoSuchKey') return undefined;
        throw error;
      });
    if (!stored) return undefined;
    try {
      return decompressed(stored);
    } catch (error) {
      throw new DamagedHistory(`${key} cannot be read: ${error instanceof Error ? error.message : error}`);
    }
  };

  /** The last blocks of slices that begin with `first`, those written last first: attempts may end differently. */
  const sliceEnds = async (first: number): Promise<number[]> => {
    const Prefix = `raw/${chain}/${first}-`;
    const answer = await client.send(new ListObjectsV2Command({ Bucket: bucket, Prefix, MaxKeys: MAX_CANDIDATES }));
    const ends = (answer.Contents ?? []).flatMap(({ Key = '', LastModified }) => {
      const end = Key.slice(Prefix.length);
      return /^\d+$/.test(end) ? [{ end: Number(end), at: LastModified?.getTime() ?? 0 }] : [];
    });
    return ends.toSorted((a, b) => b.at - a.at || b.end - a.end).map(({ end }) => end);
  };

  const readSlice = async (first: number, end: number, refs: readonly BlockRef[]): Promise<RawBlock[]> => {
    const key = `raw/${chain}/${first}-${end}`;
    const raws = await read(key);
    if (!Array.isArray(raws)) throw new DamagedHistory(`${key} is not a list of blocks`);
    const byNumber = new Map((raws as RawBlock[]).map((raw) => [Number(raw?.block?.number), raw]));
    return refs.filter(({ number }) => number <= end).map((ref) => checked(byNumber.get(ref.number), ref, key));
  };

  const ownBlock = async (ref: BlockRef): Promise<RawBlock> => {
    const raw = await read(rawKey(chain, ref));
    if (raw === undefined) throw new DamagedHistory(`${rawKey(chain, ref)} is missing`);
    return checked(raw, ref, rawKey(chain, ref));
  };

  /** Of one hundred. */
  const sliced = async (refs: readonly BlockRef[]): Promise<RawBlock[]> => {
    const found: RawBlock[] = [];
    while (found.length < refs.length) {
      const [first] = refs.slice(found.length);
      if (!first) break;
      const ends = await sliceEnds(first.number);
      if (ends.length === 0)
        throw new DamagedHistory(
          `the object raw/${chain}/${first.number}-… with blocks from ${first.number} on is missing`,
        );
      let damage: unknown;
      for (const end of ends) {
        const next = await readSlice(first.number, end, refs.slice(found.length)).catch((error: unknown) => {
          if (!(error instanceof DamagedHistory)) throw error;
          damage ??= error;
        });
        if (!next) continue;
        found.push(...next);
        damage = undefined;
        break;
      }
      if (damage) throw damage;
    }
    return found;
  };

  return {
    /** `refs`: the canonical blocks of one hundred, or its blocks from the first indexed one on. */
    async blocks(refs: readonly BlockRef[], ownFrom: number): Promise<RawBlock[]> {
      const raws = await sliced(refs.filter(({ number }) => number < ownFrom));
      const own: RawBlock[] = [];
      await inParallel(
        [...refs.filter(({ number }) => number >= ownFrom).entries()],
        MAX_PARALLEL_READS,
        async ([i, ref]) => {
          own[i] = await ownBlock(ref);
        },
      );
      // Blocks that the node served later in full have an object of their own.
      const completed = raws.map(async (raw) => {
        if (!isIncomplete(raw)) return raw;
        const ref = { number: Number(raw.block.number), hash: raw.block.hash };
        const later = await read(rawKey(chain, ref));
        return later === undefined ? raw : checked(later, ref, rawKey(chain, ref));
      });
      return [...(await Promise.all(completed)), ...own];
    },
  };
}
export type RawSlices = ReturnType<typeof createRawSlices>;

const isIncomplete = ({ refused, receipts }: RawBlock): boolean =>
  refused !== undefined || receipts.some(({ missing }) => missing);

/** Slices have no balances: those were read from the node for the rows that need them. */
function checked(value: unknown, { number, hash }: BlockRef, key: string): RawBlock {
  const { block, receipts, ...rest } = (value ?? {}) as Partial<RawBlock>;
  const fault = (what: string) => new DamagedHistory(`${key}: ${what}`);
  if (!block || Number(block.number) !== number) throw fault(`block ${number} is missing`);
  if (block.hash !== hash) throw fault(`block ${number} has hash ${block.hash}, and the indexed one ${hash}`);
  const isWhole =
    Array.isArray(block.transactions) &&
    Array.isArray(receipts) &&
    receipts.length === block.transactions.length &&
    receipts.every(
      ({ transactionHash, logs }, i) => transactionHash === block.transactions[i]?.hash && Array.isArray(logs),
    );
  if (!isWhole) throw fault(`the receipts of block ${number} do not match its transactions`);
  return { balances: {}, ...rest, block, receipts };
}
