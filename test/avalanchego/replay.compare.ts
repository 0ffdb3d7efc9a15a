import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { saveRecording } from '../../demo/p-chain/recording';
import { FULL } from '../support/full';
import { compareStates } from '../support/pchain/compare-states';
import { RecordedNetwork } from '../support/pchain/recorded';
import { UPGRADED } from './driver/network';
import { recordStory } from './driver/record-story';
import { STORY } from './driver/story';

/** The chapters that do not wait for the end of stakes: two minutes instead of seven. */
const SHORT_STORY = STORY.slice(0, 6);

test('the state replayed from the blocks of a driven network agrees with its node at every height', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'p-chain-recording-'));
  try {
    const path = join(folder, 'recording.jsonl.gz');
    saveRecording(path, await recordStory(UPGRADED, FULL ? STORY : SHORT_STORY));
    const { compared } = compareStates(new RecordedNetwork(path));
    console.log('Values compared:', compared);
    for (const part of ['chain', 'L1 validators', 'outputs']) expect([part, compared[part]]).not.toEqual([part, 0]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
