import { createMeasures, createUsageMeter } from '../../../lambdas/chain/follower/measures';
import { METRIC } from '../../../lambdas/core/contract/metrics';
import { aCursor } from '../../support/make/blocks';

/** A log line in the embedded metric format. */
interface Line {
  readonly _aws?: { CloudWatchMetrics: { Dimensions: string[][]; Metrics: { Name: string }[] }[] };
  readonly [field: string]: unknown;
}

let lines: Line[] = [];
/** Unix seconds. */
let began = 0;
beforeEach(() => {
  lines = [];
  jest.spyOn(process.stdout, 'write').mockImplementation((line) => {
    lines.push(JSON.parse(String(line)));
    return true;
  });
  jest.useFakeTimers();
  began = Math.floor(Date.now() / 1_000);
});
afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});
const named = () =>
  lines.flatMap(({ _aws: aws }) =>
    (aws?.CloudWatchMetrics ?? []).flatMap(({ Metrics, Dimensions }) =>
      Metrics.map(({ Name }) => [Name, ...Dimensions.map((set) => set.toSorted().join('+'))]),
    ),
  );

const meter = () => ({ requests: 0, readUnits: 0, writeUnits: 0 });
const node = () => ({ calls: 0, failures: {} as Record<string, number> });
const measures = (used = meter(), asked = node()) => createMeasures({ chainId: '7', group: '3' }, used, asked);
const at = (more: object = {}) => aCursor({ number: 10, head: 10, headTime: began, polledAt: Date.now(), ...more });
const LAG = ['LagSeconds', 'chainId+service', 'group+service'];

describe('the metrics of a chain', () => {
  test('an idle chain emits only its lag, for itself and its group, three times a minute', () => {
    const [used, asked] = [meter(), node()];
    const { note } = measures(used, asked);
    for (let second = 0; second < 60; second++) {
      note(at());
      used.writeUnits += 1;
      asked.calls += 2;
      jest.advanceTimersByTime(1_000);
    }
    note(at());
    expect(named()).toEqual([LAG, LAG, LAG]);
    expect(lines[0]).toMatchObject({ LagSeconds: 0, chainId: '7', group: '3', service: 'indexer' });
    const sum = (field: string) => lines.reduce((all, line) => all + Number(line[field]), 0);
    expect([sum('UsedWriteUnits'), sum('UsedNodeCalls')]).toEqual([60, 120]);
  });
  test('a chain with new blocks emits its block, write, freshness, reorg and node failure metrics', () => {
    const [used, asked] = [meter(), node()];
    const { note, published, flush } = measures(used, asked);
    note(at());
    used.writeUnits += 30;
    asked.failures.throttled = 2;
    const block = { number: 11, hash: '0x', parentHash: '0x', time: began - 1, transactions: 0 };
    published('added', [{ ...block, time: 1 }, block]);
    published('removed', [block, block]);
    flush(at({ number: 12, head: 12 }));
    const own = (name: string) => [name, 'chainId+service'];
    expect(named()).toEqual([
      LAG,
      ...['IndexedBlocks', 'WriteUnits', 'BlockFreshness', 'RemovedBlocks', 'NodeFailures'].map(own),
    ]);
    expect(lines[1]).toMatchObject({ IndexedBlocks: 2, WriteUnits: 30, RemovedBlocks: 2 });
    // Measured from the newest block of the batch.
    expect(Number(lines[1]?.BlockFreshness)).toBeLessThan(3_000);
    expect(lines[1]).toMatchObject({ NodeFailures: 2, failures: '{"throttled":2}' });
  });
  test('a halted chain counts in the metric across all chains that the alarm watches', () => {
    measures().flush(at({ halted: true }));
    expect(named()).toEqual([LAG, ['Halted', 'chainId+service', 'service']]);
  });
  test.each([
    ['a chain behind its head', () => ({ head: 20, headTime: began, time: began - 300 }), 300],
    ['a node that has just answered', () => ({ polledAt: Date.now() - 89_000 }), 0],
    ['a node that has long been silent', () => ({ polledAt: Date.now() - 600_000 }), 600],
  ])('the lag follows the cursor and the last poll: %s', (_, more, seconds) => {
    measures().flush(at(more()));
    expect(lines[0]).toMatchObject({ LagSeconds: seconds });
  });
  test('without the lease, lag comes from the cursor, and is an hour if no cursor exists', async () => {
    const { noteWithoutLease } = measures();
    await noteWithoutLease(async () => undefined);
    expect(lines).toEqual([]);
    jest.advanceTimersByTime(20_000);
    await noteWithoutLease(async () => at({ polledAt: Date.now() - 200_000 }));
    jest.advanceTimersByTime(20_000);
    await noteWithoutLease(async () => undefined);
    jest.advanceTimersByTime(20_000);
    await noteWithoutLease(async () => {
      throw new Error('the table is down');
    });
    // A failed read emits nothing.
    expect(lines.map((line) => line[METRIC.lagSeconds])).toEqual([200, 3_600]);
  });
  test('work without a cursor emits no metric while idle', () => {
    const used = meter();
    createUsageMeter('7', used, node())();
    expect(named()).toEqual([]);
    const emit = createUsageMeter('7', used, node());
    used.writeUnits += 5;
    emit();
    expect(named()).toEqual([['WriteUnits', 'chainId+service']]);
  });
});
