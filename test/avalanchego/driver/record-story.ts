import { setTimeout as sleep } from 'node:timers/promises';
import { record } from '../../../demo/p-chain/record';
import type { Recording } from '../../../demo/p-chain/recording';
import { startNetwork, type UpgradeTimes } from './network';
import type { Chapter } from './story';

/** Twenty polls of the recorder. */
const SETTLE_MS = 2_000;

/** Starts a network, runs a story, and returns the recording of the node's answers. Prints each chapter. */
export async function recordStory(times: UpgradeTimes, story: readonly Chapter[]): Promise<Recording> {
  const net = await startNetwork(times);
  const stopping = new AbortController();
  let recorded = 0;
  const onHeight = (height: number) => {
    recorded = height;
  };
  const recording = record({ url: net.url, signal: stopping.signal, onHeight });
  try {
    // The genesis state is available only before the first block.
    await sleep(SETTLE_MS);
    for (const [name, live] of story) {
      const startedAt = performance.now();
      await live(net);
      console.log(`${name}: ${((performance.now() - startedAt) / 1_000).toFixed(0)} s, height ${recorded}`);
    }
    await sleep(SETTLE_MS);
  } finally {
    stopping.abort();
    await recording;
    await net.stop();
  }
  return recording;
}
