import { GetObjectCommand, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { s3 } from '../../core/aws/s3';
import { exactJson, fromExactJson } from '../../core/domain/exact-json';
import { compressed, decompressedText } from '../../core/runtime/compressed';
import type { L1Snapshot } from '../domain/runway';
import type { ValidatorSnapshot } from '../domain/validator-snapshot';

/** The bucket expires objects with this prefix after a few days. */
const snapshotKey = (chain: string, id: string): string => `states/validators/${chain}/${id}`;
/** Snapshot IDs are part of page tokens, which callers can edit: validate before use. */
export const SNAPSHOT_ID = /^\d{1,10}-\d{13}$/;

/** `id`: the height and the time of writing in Unix ms, for both kinds of snapshot. */
export function createValidatorSnapshots(bucket: string, client: Pick<S3Client, 'send'> = s3()) {
  const stakes = createSnapshots<ValidatorSnapshot>(bucket, client);
  const l1 = createSnapshots<L1Snapshot>(bucket, client, '-l1');
  return { put: stakes.put, get: stakes.get, putL1: l1.put, getL1: l1.get };
}
export type ValidatorSnapshots = ReturnType<typeof createValidatorSnapshots>;

function createSnapshots<T>(bucket: string, client: Pick<S3Client, 'send'>, suffix = '') {
  let last: { readonly key: string; readonly snapshot: T } | undefined;
  return {
    async put(chain: string, id: string, snapshot: T, signal: AbortSignal): Promise<void> {
      const object = compressed(snapshotKey(chain, id + suffix), exactJson(snapshot));
      await client.send(new PutObjectCommand({ Bucket: bucket, ...object }), { abortSignal: signal });
    },
    /** undefined if it has expired. */
    async get(chain: string, id: string): Promise<T | undefined> {
      const key = snapshotKey(chain, id + suffix);
      if (last?.key === key) return last.snapshot;
      try {
        const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
        if (!Body) return undefined;
        const snapshot = fromExactJson<T>(decompressedText(await Body.transformToByteArray()));
        last = { key, snapshot };
        return snapshot;
      } catch (error) {
        if (error instanceof Error && error.name === 'NoSuchKey') return undefined;
        throw error;
      }
    },
  };
}
