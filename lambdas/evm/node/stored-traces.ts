import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import type { BlockRef } from '../../chain/domain/block';
import { s3 } from '../../core/aws/s3';
import { compressed, decompressed } from '../../core/runtime/compressed';
import type { InternalTransaction } from '../domain/internal-transactions';

const traceKey = (chain: string, { number, hash }: BlockRef): string => `traces/${chain}/${number}-${hash}`;

type Stored = Omit<InternalTransaction, 'value' | 'gasUsed' | 'gasLimit'> &
  Record<'value' | 'gasUsed' | 'gasLimit', string>;

/** Rows of internal transactions are written and deleted from these. */
export function createStoredTraces(bucket: string, client = s3()) {
  /** Needs s3:ListBucket: without it S3 does not report missing objects. */
  const find = async (chain: string, block: BlockRef): Promise<InternalTransaction[] | undefined> => {
    try {
      const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: traceKey(chain, block) }));
      if (!Body) throw new Error(`${traceKey(chain, block)} is empty`);
      const stored = decompressed(await Body.transformToByteArray()) as Stored[];
      return stored.map((internalTx) => ({
        ...internalTx,
        value: BigInt(internalTx.value),
        gasUsed: BigInt(internalTx.gasUsed),
        gasLimit: BigInt(internalTx.gasLimit),
      }));
    } catch (error) {
      if (error instanceof Error && error.name === 'NoSuchKey') return undefined;
      throw error;
    }
  };
  return {
    find,
    /** The first version wins, so that rows are deleted as they were written. */
    async put(
      chain: string,
      block: BlockRef,
      internalTxs: readonly InternalTransaction[],
    ): Promise<readonly InternalTransaction[]> {
      const text = JSON.stringify(internalTxs, (_, value) => (typeof value === 'bigint' ? String(value) : value));
      const command = new PutObjectCommand({
        Bucket: bucket,
        ...compressed(traceKey(chain, block), text),
        IfNoneMatch: '*',
      });
      try {
        await client.send(command);
        return internalTxs;
      } catch (error) {
        if (error instanceof Error && error.name === 'PreconditionFailed')
          return (await find(chain, block)) ?? internalTxs;
        throw error;
      }
    },
  };
}
export type StoredTraces = ReturnType<typeof createStoredTraces>;
