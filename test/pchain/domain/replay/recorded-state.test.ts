import { compareStates } from '../../../support/pchain/compare-states';
import { RECORDINGS, RecordedNetwork } from '../../../support/pchain/recorded';

test.each(RECORDINGS)("the state of %s replayed from blocks equals the node's at every height", (path) => {
  const { compared, state } = compareStates(new RecordedNetwork(path));
  console.log(`Values compared of ${path}:`, compared);
  for (const part of ['chain', 'validators', 'L1 validators', 'outputs', 'rewards'])
    expect([part, compared[part]]).not.toEqual([part, 0]);
  // No stake is pending and no proposal undecided.
  expect([state.pending.size, state.proposal]).toEqual([0, undefined]);
});
