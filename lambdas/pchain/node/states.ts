import { GetObjectCommand, HeadObjectCommand, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { s3 } from '../../core/aws/s3';
import { compressed, decompressedText } from '../../core/runtime/compressed';
import { exactJson, fromExactJson } from '../domain/exact-json';
import type { PChainState } from '../domain/replay/state';
import type { Seed } from '../domain/seed';

/** Rises with each change of what a state consists of: an older one is replayed anew. */
const VERSION = '2';
/** What a chain's index begins with, if not with block 0: written once, as no node tells it again. */
const seedKey = (chain: string): string => `states/${chain}/seed`;
/** The two places of a chain's states: the newer is written over the older, which nobody needs any more. */
const PLACES = [0, 1] as const;
type StatePlace = (typeof PLACES)[number];
const stateKey = (chain: string, place: StatePlace): string => `states/${chain}/${place}`;

/** A state with its place. */
export interface StoredState {
  readonly state: PChainState;
  readonly place: StatePlace;
}

/** States of P-chains in the bucket: what a session begins with, so that it replays some blocks and not the chain. */
export function createStates(bucket: string, client: Pick<S3Client, 'send'> = s3()) {
  const at = (chain: string, place: StatePlace) => ({ Bucket: bucket, Key: stateKey(chain, place) });
  /** The height of a state, without reading it: that of mainnet has 25 MB. */
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
      console.warn({ chain, message: `the state at place ${place} is broken and is left out`, error: String(error) });
      return undefined;
    }
  };
  return {
    /** The newest that is not above a height. */
    async newest(chain: string, height: number): Promise<StoredState | undefined> {
      const heights = await Promise.all(PLACES.map((place) => getBlockHeight(chain, place)));
      const found = PLACES.filter((place) => (heights[place] ?? Number.POSITIVE_INFINITY) <= height);
      for (const place of found.toSorted((a, b) => (heights[b] ?? 0) - (heights[a] ?? 0))) {
        const stored = await read(chain, place);
        if (stored) return stored;
      }
      return undefined;
    },
    /** Keeps the one that is at another place than this. Returns where the state is now. */
    async put(chain: string, state: PChainState, beside: StatePlace, signal: AbortSignal): Promise<StatePlace> {
      const place = beside === 0 ? 1 : 0;
      const object = compressed(stateKey(chain, place), exactJson(state));
      const Metadata = { version: VERSION, height: String(state.height) };
      await client.send(new PutObjectCommand({ Bucket: bucket, ...object, Metadata }), { abortSignal: signal });
      return place;
    },
    /** The seed of a chain; undefined if it has none. */
    async seed(chain: string): Promise<Seed | undefined> {
      try {
        const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: seedKey(chain) }));
        const bytes = await Body?.transformToByteArray();
        return bytes && fromExactJson<Seed>(decompressedText(bytes));
      } catch (error) {
        if (error instanceof Error && error.name === 'NoSuchKey') return undefined;
        throw error;
      }
    },
    /** Keeps a seed, unless there is one: the first stays. */
    async putSeed(chain: string, seed: Seed): Promise<void> {
      const object = compressed(seedKey(chain), exactJson(seed));
      try {
        await client.send(new PutObjectCommand({ Bucket: bucket, ...object, IfNoneMatch: '*' }));
      } catch (error) {
        if (!(error instanceof Error && error.name === 'PreconditionFailed')) throw error;
      }
    },
  };
}
/** What `createStates` gives. */
export type States = ReturnType<typeof createStates>;
