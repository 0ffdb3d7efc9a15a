import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import type { BlockRef } from '../../chain/domain/block';
import { rawKey } from '../../chain/domain/raw-key';
import { s3 } from '../../core/aws/s3';
import { compressed, decompressed } from '../../core/runtime/compressed';
import type { RawBlock } from '../domain/rpc';

const rawSliceKey = (chain: string, first: number, last: number): string => `raw/${chain}/${first}-${last}`;

const getObject = (chain: string, raw: RawBlock) =>
  compressed(rawKey(chain, { number: Number(raw.block.number), hash: raw.block.hash }), JSON.stringify(raw));

/** Raw blocks in the bucket. Recovery and rollback derive from these, never from the node. */
export function createRawBlocks(bucket: string, client = s3()) {
  const get = async (chain: string, block: BlockRef): Promise<RawBlock> => {
    const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: rawKey(chain, block) }));
    if (!Body) throw new Error(`${rawKey(chain, block)} is empty`);
    return decompressed(await Body.transformToByteArray()) as RawBlock;
  };
  return {
    get,
    async putSlice(chain: string, blocks: readonly RawBlock[]): Promise<void> {
      // Balances of history are read for its last block at most, and holdings once for several blocks.
      const slice = blocks.map(({ balances, holdings: _, ...raw }) =>
        Object.keys(balances).length > 0 ? { ...raw, balances } : raw,
      );
      const [first, last] = [slice[0]?.block.number, slice.at(-1)?.block.number];
      const command = new PutObjectCommand({
        Bucket: bucket,
        ...compressed(rawSliceKey(chain, Number(first), Number(last)), JSON.stringify(slice)),
      });
      await client.send(command);
    },
    async replace(chain: string, raw: RawBlock): Promise<void> {
      await client.send(new PutObjectCommand({ Bucket: bucket, ...getObject(chain, raw) }));
    },
    /** The first version wins, with its readings. */
    async put(chain: string, raw: RawBlock, signal: AbortSignal): Promise<RawBlock> {
      const ref = { number: Number(raw.block.number), hash: raw.block.hash };
      const command = new PutObjectCommand({ Bucket: bucket, ...getObject(chain, raw), IfNoneMatch: '*' });
      try {
        await client.send(command, { abortSignal: signal });
        return raw;
      } catch (error) {
        if (error instanceof Error && error.name === 'PreconditionFailed') return get(chain, ref);
        throw error;
      }
    },
  };
}
export type RawBlocks = ReturnType<typeof createRawBlocks>;
