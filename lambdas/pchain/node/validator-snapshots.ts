import { GetObjectCommand, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { s3 } from '../../core/aws/s3';
import { compressed, decompressedText } from '../../core/runtime/compressed';
import { exactJson, fromExactJson } from '../domain/exact-json';
import type { ValidatorSnapshot } from '../domain/validator-snapshot';

/** Prefix of all of them: the bucket deletes them after some days. */
const snapshotKey = (chain: string, id: string): string => `states/validators/${chain}/${id}`;
/** What an id looks like: it is part of page tokens, which callers may edit. */
export const SNAPSHOT_ID = /^\d{1,10}-\d{13}$/;

/** Snapshots of the validators of P-chains in the bucket, by id. `chain`: the name of its source. */
export function createValidatorSnapshots(bucket: string, client: Pick<S3Client, 'send'> = s3()) {
  let last: { readonly key: string; readonly snapshot: ValidatorSnapshot } | undefined;
  return {
    async put(chain: string, id: string, snapshot: ValidatorSnapshot, signal: AbortSignal): Promise<void> {
      const object = compressed(snapshotKey(chain, id), exactJson(snapshot));
      await client.send(new PutObjectCommand({ Bucket: bucket, ...object }), { abortSignal: signal });
    },
    /** undefined if it is gone. The last one is kept while the function is warm. */
    async get(chain: string, id: string): Promise<ValidatorSnapshot | undefined> {
      const key = snapshotKey(chain, id);
      if (last?.key === key) return last.snapshot;
      try {
        const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
        if (!Body) return undefined;
        const snapshot = fromExactJson<ValidatorSnapshot>(decompressedText(await Body.transformToByteArray()));
        last = { key, snapshot };
        return snapshot;
      } catch (error) {
        if (error instanceof Error && error.name === 'NoSuchKey') return undefined;
        throw error;
      }
    },
  };
}
/** What `createValidatorSnapshots` gives. */
export type ValidatorSnapshots = ReturnType<typeof createValidatorSnapshots>;
