import { setTimeout as sleep } from 'node:timers/promises';
import { BlockReader } from './blocks';
import { callNode, getResult, hasIndex } from './node-calls';
import { Recording } from './recording';
import { constants, getBlockHeight, type Known, snapshot } from './snapshot';

const POLL_MS = 100;
const RETRY_MS = 1_000;

export type RecordOptions = {
  url: string;
  signal: AbortSignal;
  onHeight?: (height: number, recording: Recording) => void;
  /** The recording resumes once the node answers. */
  onUnavailable?: (error: Error) => void;
};

/** Until aborted. A proposal has no state, as the next block follows at once. @throws Error without a node. */
export async function record({ url, signal, onHeight, onUnavailable }: RecordOptions): Promise<Recording> {
  const ids = { subnets: new Set<string>(), nodes: new Set<string>(), validations: new Set<string>() };
  const known: Known = { ...ids, chains: new Set(), addresses: new Set() };
  const blocks = new BlockReader(url, known, await hasIndex(url));
  const version = await callNode(url, 'info.getNodeVersion');
  const network = await callNode(url, 'info.getNetworkID');
  const recording = new Recording({
    format: 1,
    node: getResult<{ version: string }>(version).version,
    networkId: Number(getResult<{ networkID: string }>(network).networkID),
    recordedAt: Math.floor(Date.now() / 1000),
  });
  let next = (await getBlockHeight(url)).height;
  for (const { key, answer } of [version, network, ...(await constants(url))]) recording.add(next, key, answer);
  let seen = -1;
  while (!signal.aborted) {
    try {
      const { height } = await getBlockHeight(url);
      const state = height === seen ? undefined : await snapshot(url, height, known);
      if (state) {
        for (const { key, answer } of state) recording.add(height, key, answer);
        if (seen < 0) for (const { key, answer } of await blocks.genesis()) recording.add(height, key, answer);
        for (; next <= height; next++)
          for (const { key, answer } of await blocks.read(next)) recording.add(next, key, answer);
        seen = height;
        onHeight?.(height, recording);
      }
      if (height === seen) await pause(POLL_MS, signal);
    } catch (error) {
      onUnavailable?.(error as Error);
      await pause(RETRY_MS, signal);
    }
  }
  return recording;
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => {});
}
