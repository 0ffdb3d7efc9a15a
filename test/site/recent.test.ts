import { BIN_MS, createRecent } from '../../site/front/recent';

const START = 1_763_856_000_000;

test('each bin has the blocks indexed within it', () => {
  const recent = createRecent();
  for (let i = 0; i <= 3 * BIN_MS; i += 1_000) recent.add({ at: START + i, block: 100 + i / 1_000 });
  const bins = recent.bins(START + 3 * BIN_MS);
  expect(bins).toEqual([0, 1, 2].map((n) => ({ at: START + n * BIN_MS, blocks: BIN_MS / 1_000 })));
});

test('a chain that stands still has empty bins, and one that reorganizes has no negative ones', () => {
  const recent = createRecent();
  for (const [i, block] of [5, 5, 3].entries()) recent.add({ at: START + i * BIN_MS, block });
  expect(recent.bins(START + 2 * BIN_MS).map(({ blocks }) => blocks)).toEqual([0, 0]);
});

test('the bins cover at most five minutes, and before the first whole one there are none', () => {
  const recent = createRecent();
  recent.add({ at: START + 1, block: 1 });
  expect(recent.bins(START + 2)).toEqual([]);
  for (let i = 1; i < 400; i++) recent.add({ at: START + i * 2_000, block: i });
  expect(recent.bins(START + 800_000)).toHaveLength(30);
});
