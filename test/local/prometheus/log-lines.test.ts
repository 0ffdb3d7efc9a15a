import { createLogLines, toMetric } from '../../../local/prometheus/log-lines';
import { createMetrics } from '../../../local/prometheus/metrics';
import { parseScrape } from '../../support/prometheus/parse';

interface Directive {
  readonly Namespace?: string;
  readonly Dimensions: string[][];
  readonly Metrics: object[];
}
const embedded = (directives: Directive[], content: object): string =>
  JSON.stringify({
    _aws: { Timestamp: 1, CloudWatchMetrics: directives.map((one) => ({ Namespace: 'ChainData', ...one })) },
    ...content,
  });
const line = (Name: string, Unit: string | undefined, value: unknown, dimensions: Record<string, string> = {}) =>
  embedded([{ Dimensions: [Object.keys(dimensions)], Metrics: [{ Name, Unit }] }], { ...dimensions, [Name]: value });

const SENT = { name: 'sent_total', type: 'counter', help: 'Sent.' } as const;
const SENT_LINES = { metric: SENT, message: 'batch "done"', label: 'outcome', fields: ['good', 'bad'] };

function reader() {
  const metrics = createMetrics();
  const lines = createLogLines(metrics, [SENT_LINES]);
  const shown = () =>
    parseScrape(metrics.text())
      .samples.filter(({ name }) => name !== SENT.name && !name.endsWith('_bucket'))
      .map(({ name, labels, value }) => [name, labels, value]);
  const sent = () =>
    parseScrape(metrics.text())
      .find(SENT.name)
      .map(({ labels, value }) => [labels.outcome, value]);
  return { lines, shown, sent };
}

describe('embedded metrics', () => {
  test('counts are summed over lines, seconds show the last value, milliseconds are a distribution in seconds', () => {
    const { lines, shown } = reader();
    const chain = { service: 'indexer', chainId: '43114' };
    lines.read(line('IndexedBlocks', 'Count', 4, chain));
    lines.read(`${line('IndexedBlocks', 'Count', [3, 2], chain)}\n${line('LagSeconds', 'Seconds', 7, chain)}\n`);
    lines.read(line('LagSeconds', 'Seconds', 2, chain));
    lines.read(line('BlockFreshness', 'Milliseconds', [200, 1_300], chain));
    lines.read(line('Ratio', undefined, 0.5));
    const labels = { service: 'indexer', chain_id: '43114' };
    expect(shown()).toEqual([
      ['chaindata_indexed_blocks_total', labels, 9],
      ['chaindata_lag_seconds', labels, 2],
      ['chaindata_block_freshness_seconds_sum', labels, 1.5],
      ['chaindata_block_freshness_seconds_count', labels, 2],
      ['chaindata_ratio', {}, 0.5],
    ]);
  });

  test('a metric with several sets of dimensions is one series with all of them', () => {
    const { lines, shown } = reader();
    const Metrics = [{ Name: 'LagSeconds', Unit: 'Seconds' }];
    const content = { service: 'indexer', chainId: '1', group: '7', LagSeconds: 3 };
    const groups = [['service', 'chainId'], ['service', 'group'], []];
    lines.read(embedded([{ Dimensions: groups, Metrics }], content));
    const both = [
      { Dimensions: [['service']], Metrics: [{ Name: 'Halted', Unit: 'Count' }] },
      { Dimensions: [['service', 'chainId']], Metrics: [{ Name: 'Halted', Unit: 'Count' }] },
    ];
    lines.read(embedded(both, { service: 'indexer', chainId: '1', Halted: 1 }));
    expect(shown()).toEqual([
      ['chaindata_lag_seconds', { service: 'indexer', chain_id: '1', group: '7' }, 3],
      ['chaindata_halted_total', { service: 'indexer', chain_id: '1' }, 1],
    ]);
  });

  test.each([
    ['ChainData', 'LagSeconds', 'Seconds', 'chaindata_lag_seconds'],
    ['ChainData', 'IndexedBlocks', 'Count', 'chaindata_indexed_blocks_total'],
    ['ChainData', 'Wait', 'Milliseconds', 'chaindata_wait_seconds'],
    ['AWS/Some-thing', 'p99 of HTTP2', 'None', 'aws_some_thing_p99_of_http2'],
    ['4th', 'X', 'Bytes', '_4th_x'],
  ])('%s %s in %s is %s', (namespace, name, unit, expected) => {
    expect(toMetric({ namespace, name, unit }).name).toBe(expected);
  });

  test('lines that only look like metrics are ignored', () => {
    const { lines, shown } = reader();
    for (const text of [
      '"_aws":',
      '{"_aws":{}}',
      '{"message":"{\\"_aws\\":"}',
      'null',
      line('Text', 'Count', 'three'),
      line('Nothing', 'Count', undefined),
      line('Mixed', 'Count', [1, null]),
    ])
      lines.read(`${text}\n`);
    expect(shown()).toEqual([]);
  });
});

describe('counters of log lines', () => {
  test('each field is a series from the start, and sums its values in lines with the message', () => {
    const { lines, sent, shown } = reader();
    expect(sent()).toEqual([
      ['good', 0],
      ['bad', 0],
    ]);
    lines.read('{"level":"INFO","message":"batch \\"done\\"","good":3,"bad":1,"ms":9}\n');
    lines.read('{"level":"INFO","message":"batch \\"done\\"","good":2,"bad":"many"}\n');
    lines.read('{"level":"INFO","message":"batch","good":100}\n');
    expect(sent()).toEqual([
      ['good', 5],
      ['bad', 1],
    ]);
    expect(shown()).toEqual([]);
  });

  test('every line that is counted has one of the marks', () => {
    const { lines } = reader();
    const marked = (text: string) => lines.marks.some((mark) => text.includes(mark));
    expect(marked(JSON.stringify({ level: 'INFO', message: SENT_LINES.message, good: 1 }))).toBe(true);
    expect(marked(line('LagSeconds', 'Seconds', 1))).toBe(true);
    expect(marked('{"level":"INFO","message":"batch","good":1}')).toBe(false);
  });
});
