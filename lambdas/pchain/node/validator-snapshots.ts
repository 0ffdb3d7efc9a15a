import { GetObjectCommand, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { s3 } from '../../core/aws/s3';
import { compressed, decompressedText } from '../../core/runtime/compressed';
import { exactJson, fromExactJson } from '../domain/exact-json';
import type { ValidatorSnapshot } from '../domain/validator-snapshot';

/** The bucket expires objects with this prefix after a few days. */
const snapshotKey = (chain: string, id: string): string => `states/validators/${chain}/${id}`;
/** Snapshot IDs are part of page tokens, which callers can edit: validate before use. */
export const SNAPSHOT_ID = /^\d{1,10}-\d{13}$/;

export function createValidatorSnapshots(bucket: string, client: Pick<S3Client, 'send'> = s3()) {
  let last: { readonly key: string; readonly snapshot: ValidatorSnapshot } | undefined;
  return {
    async put(chain: string, id: string, snapshot: ValidatorSnapshot, signal: AbortSignal): Promise<void> {
      const object = compressed(snapshotKey(chain, id), exactJson(snapshot));
      await client.send(new PutObjectCommand({ Bucket: bucket, ...object }), { abortSignal: signal });
    },
    /** undefined if it has expired. */
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
export type ValidatorSnapshots = ReturnType<typeof createValidatorSnapshots>;
