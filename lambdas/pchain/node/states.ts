import { GetObjectCommand, HeadObjectCommand, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { s3 } from '../../core/aws/s3';
import { exactJson, fromExactJson } from '../../core/domain/exact-json';
import { compressed, decompressedText } from '../../core/runtime/compressed';
import { log } from '../../core/runtime/log';
import type { PChainState } from '../domain/replay/state';
import type { Seed } from '../domain/seed';

/** Increment when the shape of the state changes. Other versions are ignored and replayed. */
const VERSION = '2';
/** What blocks do not tell: written once, as no node reports it again, or a node may be gone. */
const keptKey = (chain: string, name: string): string => `states/${chain}/${name}`;
/** Two slots; each write replaces the older state. */
const PLACES = [0, 1] as const;
type StatePlace = (typeof PLACES)[number];
const stateKey = (chain: string, place: StatePlace): string => `states/${chain}/${place}`;

export interface StoredState {
  readonly state: PChainState;
  readonly place: StatePlace;
}

/** Checkpoints, so that a session replays a few blocks instead of the whole chain. */
export function createStates(bucket: string, client: Pick<S3Client, 'send'> = s3()) {
  const at = (chain: string, place: StatePlace) => ({ Bucket: bucket, Key: stateKey(chain, place) });
  /** From the metadata: a mainnet state has 25 MB. */
  const getBlockHeight = async (chain: string, place: StatePlace): Promise<number | undefined> => {
    try {
      const { Metadata = {} } = await client.send(new HeadObjectCommand(at(chain, place)));
      return Metadata.version === VERSION ? Number(Metadata.height) : undefined;
    } catch (error) {
      if (error instanceof Error && (error.name === 'NotFound' || error.name === 'NoSuchKey')) return undefined;
      throw error;
    }
  };
  const read = async (chain: string, place: StatePlace): Promise<StoredState | undefined> => {
    const { Body } = await client.send(new GetObjectCommand(at(chain, place)));
    const bytes = await Body?.transformToByteArray();
    try {
      return bytes && { place, state: fromExactJson<PChainState>(decompressedText(bytes)) };
    } catch (error) {
      log.warn('corrupt state ignored', { chain, place, error });
      return undefined;
    }
  };
  const readKept = async <T>(chain: string, name: string): Promise<T | undefined> => {
    try {
      const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: keptKey(chain, name) }));
      const bytes = await Body?.transformToByteArray();
      return bytes && fromExactJson<T>(decompressedText(bytes));
    } catch (error) {
      if (error instanceof Error && error.name === 'NoSuchKey') return undefined;
      throw error;
    }
  };
  const putKept = async (chain: string, name: string, value: unknown): Promise<void> => {
    const object = compressed(keptKey(chain, name), exactJson(value));
    try {
      await client.send(new PutObjectCommand({ Bucket: bucket, ...object, IfNoneMatch: '*' }));
    } catch (error) {
      if (!(error instanceof Error && error.name === 'PreconditionFailed')) throw error;
    }
  };
  return {
    async newest(chain: string, height: number): Promise<StoredState | undefined> {
      const heights = await Promise.all(PLACES.map((place) => getBlockHeight(chain, place)));
      const found = PLACES.filter((place) => (heights[place] ?? Number.POSITIVE_INFINITY) <= height);
      for (const place of found.toSorted((a, b) => (heights[b] ?? 0) - (heights[a] ?? 0))) {
        const stored = await read(chain, place);
        if (stored) return stored;
      }
      return undefined;
    },
    /** Writes to the slot other than `beside`. Returns the slot written. */
    async put(chain: string, state: PChainState, beside: StatePlace, signal: AbortSignal): Promise<StatePlace> {
      const place = beside === 0 ? 1 : 0;
      const object = compressed(stateKey(chain, place), exactJson(state));
      const Metadata = { version: VERSION, height: String(state.height) };
      await client.send(new PutObjectCommand({ Bucket: bucket, ...object, Metadata }), { abortSignal: signal });
      return place;
    },
    seed: (chain: string): Promise<Seed | undefined> => readKept<Seed>(chain, 'seed'),
    /** Idempotent: the first seed of a chain is never overwritten. */
    putSeed: (chain: string, seed: Seed): Promise<void> => putKept(chain, 'seed', seed),
    /** Fetched once. */
    async kept<T>(chain: string, name: string, fetch: () => Promise<T>): Promise<T> {
      const stored = await readKept<T>(chain, name);
      if (stored !== undefined) return stored;
      const fetched = await fetch();
      await putKept(chain, name, fetched);
      return fetched;
    },
    /** The chain is replayed from its first block. */
    async forget(chain: string, signal: AbortSignal): Promise<void> {
      for (const place of PLACES)
        await client.send(new PutObjectCommand({ ...at(chain, place), Body: 'forgotten', Metadata: {} }), {
          abortSignal: signal,
        });
    },
  };
}
export type States = ReturnType<typeof createStates>;
