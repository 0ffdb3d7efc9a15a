import { GetObjectCommand, ListObjectsV2Command, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { DamagedHistory } from '../../chain/rederive/damaged-history';
import { s3 } from '../../core/aws/s3';
import { exactJson, fromExactJson } from '../../core/domain/exact-json';
import { compressed, decompressedText } from '../../core/runtime/compressed';
import { inParallel } from '../../core/runtime/concurrency';
import { blockDigits } from '../../core/table/key';
import { decodeBlock } from '../domain/codec/block';
import { getTxIds, type RawPBlock } from '../domain/raw-block';
import { sha256 } from './sha256';

/** An object has blocks of one hundred only, so that the first digits of its key find it. */
const HUNDRED = 100;
const getHundred = (number: number): number => Math.floor(number / HUNDRED);
const toPrefix = (chain: string, hundred: number): string =>
  `raw/${chain}/${blockDigits(hundred * HUNDRED).slice(0, -2)}`;
/** Attempts of the indexer may begin and end at any block. */
const MAX_OBJECTS = 1_000;
const MAX_PARALLEL_READS = 16;

/** A block's bytes, and the metadata that cannot be decoded from them. */
type StoredBlock = Pick<RawPBlock, 'number' | 'bytes' | 'parentHash' | 'time' | 'proposer' | 'rewards'> & {
  readonly txIds: readonly string[];
};

/** P-Chain blocks in the bucket. */
export function createRawPBlocks(bucket: string, chain: string, client: Pick<S3Client, 'send'> = s3()) {
  const read = async (key: string): Promise<StoredBlock[]> => {
    const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
    const bytes = await Body?.transformToByteArray();
    try {
      return fromExactJson<StoredBlock[]>(decompressedText(bytes ?? new Uint8Array()));
    } catch (error) {
      throw new DamagedHistory(`${key} cannot be read: ${error instanceof Error ? error.message : error}`);
    }
  };
  const list = async (hundred: number) => {
    const Prefix = toPrefix(chain, hundred);
    const answer = await client.send(new ListObjectsV2Command({ Bucket: bucket, Prefix, MaxKeys: MAX_OBJECTS }));
    return (answer.Contents ?? []).flatMap(({ Key = '' }) => {
      const [, from, to] = /\/(\d{10})-(\d{10})$/.exec(Key) ?? [];
      return from && to ? [{ key: Key, from: Number(from), to: Number(to) }] : [];
    });
  };
  const ofHundred = async (from: number, to: number): Promise<RawPBlock[]> => {
    const objects = await list(getHundred(from));
    const longestFirst = (next: number) =>
      objects.filter((one) => one.from <= next && next <= one.to).toSorted((a, b) => b.to - a.to);
    const found = new Map<string, StoredBlock[] | DamagedHistory>();
    const open = async (key: string): Promise<StoredBlock[] | DamagedHistory> => {
      const known = found.get(key) ?? (await read(key).catch(onlyDamage));
      found.set(key, known);
      return known;
    };
    // At the head, each block has an object of its own.
    const ahead: string[] = [];
    for (let next = from; next <= to; ) {
      const [best] = longestFirst(next);
      if (!best) break;
      ahead.push(best.key);
      next = best.to + 1;
    }
    await inParallel(ahead, MAX_PARALLEL_READS, async (key) => void (await open(key)));
    const raws: RawPBlock[] = [];
    while (raws.length <= to - from) {
      const next = from + raws.length;
      let damage: unknown;
      for (const { key } of longestFirst(next)) {
        const blocks = await open(key);
        try {
          if (blocks instanceof DamagedHistory) throw blocks;
          raws.push(...blocks.flatMap((one) => toRaw(one, key, next, to)));
          break;
        } catch (error) {
          damage ??= onlyDamage(error);
        }
      }
      if (from + raws.length > next) continue;
      if (damage && raws.length === 0) throw damage;
      return raws;
    }
    return raws;
  };
  return {
    /** Idempotent. Blocks that were read from the bucket are left out. `raws`: contiguous, ascending. */
    async put(raws: readonly RawPBlock[], signal: AbortSignal): Promise<void> {
      const groups = Map.groupBy(
        raws.filter(({ stored }) => !stored),
        ({ number }) => getHundred(number),
      );
      await Promise.all(
        [...groups.values()].map(async (some) => {
          const [first, last] = [some[0]?.number ?? 0, some.at(-1)?.number ?? 0];
          const name = `raw/${chain}/${blockDigits(first)}-${blockDigits(last)}`;
          const object = compressed(name, exactJson(some.map(toStored)));
          await client.send(new PutObjectCommand({ Bucket: bucket, ...object }), { abortSignal: signal });
        }),
      );
    },
    /** Of one hundred, ascending, up to the first one that the bucket does not have. Throws DamagedHistory. */
    async range(from: number, to: number): Promise<RawPBlock[]> {
      return ofHundred(from, Math.min(to, (getHundred(from) + 1) * HUNDRED - 1));
    },
  };
}
const onlyDamage = (error: unknown): DamagedHistory => {
  if (error instanceof DamagedHistory) return error;
  throw error;
};
export type RawPBlocks = ReturnType<typeof createRawPBlocks>;

const toStored = (raw: RawPBlock): StoredBlock => {
  const { number, bytes, parentHash, time, proposer, rewards } = raw;
  return {
    ...{ number, bytes, parentHash, time, txIds: getTxIds(raw) },
    ...(proposer ? { proposer } : {}),
    ...(rewards ? { rewards } : {}),
  };
};

/** Decoded anew, so that a later version reads blocks that an earlier one could not. */
function toRaw({ txIds, ...one }: StoredBlock, key: string, from: number, to: number): RawPBlock[] {
  const { number, bytes, parentHash, time } = one;
  if (!Number.isInteger(number) || typeof bytes !== 'string')
    throw new DamagedHistory(`${key} is not a list of blocks`);
  if (number < from || number > to) return [];
  const block = decodeBlock(bytes, sha256);
  if (block.type === 'Unreadable')
    return [{ ...one, number, parentHash, time, block, unreadable: { txIds }, stored: true }];
  if (block.height !== number) throw new DamagedHistory(`${key}: block ${number} is block ${block.height}`);
  return [{ ...one, parentHash: block.parentId, time: block.time ?? 0, block, stored: true }];
}
