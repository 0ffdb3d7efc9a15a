import { record } from '../../../demo/p-chain/record';
import { loadRecording } from '../../../demo/p-chain/recording';
import { startReplayNode } from '../../../demo/p-chain/replay-node';

test('a recording of a replay has the original answers', async () => {
  const path = 'demo/p-chain/recording.jsonl.gz';
  const original = loadRecording(path);
  const heights = original.of('platform.getHeight {}').map(({ height }) => height);
  const [from = 0, to = 0] = [heights[40], heights[48]];
  let ticks = 0;
  const node = await startReplayNode({
    recording: path,
    fromHeight: from,
    startedAt: 0,
    msPerHeight: 1,
    now: () => ticks,
  });
  const stopping = new AbortController();
  const seen: number[] = [];
  const copy = await record({
    url: node.url,
    signal: stopping.signal,
    onHeight(height) {
      seen.push(height);
      if (height < to) ticks = (heights.find((one) => one > height) ?? to) - from;
      else stopping.abort();
    },
    onUnavailable(error) {
      throw error;
    },
  });
  await node.stop();
  expect(seen).toEqual(heights.slice(40, 49));
  expect(copy.header).toMatchObject({ format: 1, node: original.header.node, networkId: original.header.networkId });
  expect(copy.size).toBeGreaterThan(200);
  const differing = copy.keys().flatMap((key) =>
    copy.of(key).filter(({ height, ...answer }) => {
      const { height: _, ...there } = original.at(key, height) ?? { height };
      return JSON.stringify(answer) !== JSON.stringify(there);
    }),
  );
  expect(differing).toEqual([]);
});
