import type { BlockEvent } from '../../../lambdas/chain/contract/events';
import { withoutHistory } from '../../../lambdas/pchain/indexer/without-history';

test('only blocks after the first head are published', async () => {
  const published: number[][] = [];
  const bus = {
    publish: async (_: string, events: readonly { number: number }[]) =>
      void published.push(events.map(({ number }) => number)),
  };
  const { publish } = withoutHistory(bus, async () => 5);
  const signal = () => AbortSignal.timeout(1_000);
  const events = (numbers: readonly number[]) => numbers.map((number) => ({ number }) as BlockEvent);
  await publish('added', events([3, 4, 5]), signal);
  await publish('added', events([5, 6, 7]), signal);
  expect(published).toEqual([[6, 7]]);
});
