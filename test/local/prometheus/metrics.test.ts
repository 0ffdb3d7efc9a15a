import { createMetrics, type Metric } from '../../../local/prometheus/metrics';
import { parseScrape } from '../../support/prometheus/parse';

const COUNTER: Metric = { name: 'things_total', type: 'counter', help: 'Things.' };
const GAUGE: Metric = { name: 'depth', type: 'gauge', help: 'A "depth"\nin \\ two lines.' };
const HISTOGRAM: Metric = { name: 'wait_seconds', type: 'histogram', help: 'Waits.' };

describe('metrics in the text format', () => {
  test('counters add up per set of labels, in whichever order they are given', () => {
    const metrics = createMetrics();
    metrics.add(COUNTER, { a: '1', b: '2' });
    metrics.add(COUNTER, { b: '2', a: '1' }, 2.5);
    metrics.add(COUNTER, {}, 0);
    expect(metrics.text()).toBe(
      '# HELP things_total Things.\n# TYPE things_total counter\nthings_total{a="1",b="2"} 3.5\nthings_total 0\n',
    );
  });

  test('a counter never falls', () => {
    const metrics = createMetrics();
    metrics.add(COUNTER, {}, 3);
    metrics.add(COUNTER, {}, -2);
    expect(parseScrape(metrics.text()).sum('things_total')).toBe(3);
  });

  test('backslashes, quotes and line ends of labels and helps survive the format', () => {
    const metrics = createMetrics();
    const value = 'C:\\n "quoted"\nä,{}=';
    metrics.set(GAUGE, { value }, 1e21);
    expect(metrics.text()).toBe(
      '# HELP depth A "depth"\\nin \\\\ two lines.\n# TYPE depth gauge\ndepth{value="C:\\\\n \\"quoted\\"\\nä,{}="} 1e+21\n',
    );
    const { samples, helps } = parseScrape(metrics.text());
    expect(samples).toEqual([{ name: 'depth', labels: { value }, value: 1e21 }]);
    expect(helps).toEqual({ depth: GAUGE.help });
  });

  test('a histogram has cumulative buckets with inclusive bounds, a sum and a count per set of labels', () => {
    const metrics = createMetrics();
    for (const value of [0, 0.25, 0.375, 300, 301]) metrics.observe(HISTOGRAM, { of: 'x' }, value);
    metrics.observe(HISTOGRAM, {}, 0.5);
    const scrape = parseScrape(metrics.text());
    const within = (le: string) => scrape.sum('wait_seconds_bucket', { of: 'x', le });
    expect(['0.25', '0.5', '60', '300', '+Inf'].map(within)).toEqual([2, 3, 3, 4, 5]);
    expect(scrape.find('wait_seconds_sum').map(({ labels, value }) => [labels, value])).toEqual([
      [{ of: 'x' }, 601.625],
      [{}, 0.5],
    ]);
    expect(scrape.find('wait_seconds_count').map(({ value }) => value)).toEqual([5, 1]);
  });

  test('a gauge shows its last value, and nothing once that is three minutes old', () => {
    let now = 0;
    const metrics = createMetrics(() => now);
    metrics.add(COUNTER, {});
    metrics.set(GAUGE, { chain: 'stopped' }, 1);
    now = 100_000;
    metrics.set(GAUGE, { chain: 'running' }, 2);
    metrics.set(GAUGE, { chain: 'running' }, 3);
    const shown = () => parseScrape(metrics.text()).samples.map(({ name, labels, value }) => [name, labels, value]);
    now = 180_000;
    expect(shown()).toEqual([
      ['things_total', {}, 1],
      ['depth', { chain: 'stopped' }, 1],
      ['depth', { chain: 'running' }, 3],
    ]);
    now = 180_001;
    expect(shown()).toEqual([
      ['things_total', {}, 1],
      ['depth', { chain: 'running' }, 3],
    ]);
    now = 300_000;
    expect(shown()).toEqual([['things_total', {}, 1]]);
  });

  test('a metric that is reported with a second type keeps its first', () => {
    const metrics = createMetrics();
    metrics.set(GAUGE, {}, 1);
    metrics.observe({ ...HISTOGRAM, name: GAUGE.name }, {}, 5);
    expect(parseScrape(metrics.text()).samples).toEqual([{ name: 'depth', labels: {}, value: 1 }]);
  });
});
