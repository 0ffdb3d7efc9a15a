export type Labels = Readonly<Record<string, string>>;

export interface Metric {
  /** In base units; counters end in `_total`. */
  readonly name: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly help: string;
}

interface Series {
  /** Of a histogram, the sum. */
  value: number;
  /** By the steady clock, ms. */
  at: number;
  /** Of a histogram: values of each bucket alone; the last one has no bound. */
  readonly counts: number[];
}

/** Seconds, from one table read to a minute. 300 is the threshold of the webhook delay alert. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];
const BOUNDS = [...BUCKETS.map(String), '+Inf'];
/** A gauge without a newer value is no longer shown: it would hide that its function has stopped. */
const MAX_GAUGE_AGE_MS = 180_000;

export type Metrics = ReturnType<typeof createMetrics>;

/**
 * Prometheus' text format 0.0.4. Not prom-client: it requires label names up front, which only functions know, and
 * keeps gauges that are no longer reported.
 */
export function createMetrics(steady = () => performance.now()) {
  /** Caches the text of label objects that are reused. */
  const texts = new WeakMap<Labels, string>();
  const families = new Map<string, { readonly metric: Metric; readonly series: Map<string, Series> }>();

  const change = (metric: Metric, labels: Labels, apply: (series: Series) => void): void => {
    const family = families.get(metric.name) ?? { metric, series: new Map<string, Series>() };
    // A metric has one type: the one it was first reported with.
    if (family.metric.type !== metric.type) return;
    families.set(metric.name, family);
    const key = texts.get(labels) ?? toText(labels);
    texts.set(labels, key);
    const series = family.series.get(key) ?? { value: 0, at: 0, counts: [] };
    family.series.set(key, series);
    series.at = steady();
    apply(series);
  };

  return {
    /** To a counter. */
    add: (metric: Metric, labels: Labels, by = 1): void =>
      change(metric, labels, (series) => {
        series.value += Math.max(0, by);
      }),
    /** A gauge, or a counter that is kept elsewhere. */
    set: (metric: Metric, labels: Labels, value: number): void =>
      change(metric, labels, (series) => {
        series.value = value;
      }),
    /** Of a histogram. */
    observe: (metric: Metric, labels: Labels, value: number): void =>
      change(metric, labels, (series) => {
        const found = BUCKETS.findIndex((bound) => value <= bound);
        const bucket = found < 0 ? BUCKETS.length : found;
        series.counts[bucket] = (series.counts[bucket] ?? 0) + 1;
        series.value += value;
      }),
    text(): string {
      const oldest = steady() - MAX_GAUGE_AGE_MS;
      let text = '';
      for (const { metric, series } of families.values()) {
        const { name, type, help } = metric;
        if (type === 'gauge') for (const [labels, { at }] of series) if (at < oldest) series.delete(labels);
        if (series.size === 0) continue;
        text += `# HELP ${name} ${help.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')}\n# TYPE ${name} ${type}\n`;
        for (const [labels, one] of series)
          text += type === 'histogram' ? toHistogram(name, labels, one) : toLine(name, labels, one.value);
      }
      return text;
    },
  };
}

function toHistogram(name: string, labels: string, { value, counts }: Series): string {
  let count = 0;
  let text = '';
  for (const [at, bound] of BOUNDS.entries()) {
    count += counts[at] ?? 0;
    text += toLine(`${name}_bucket`, `${labels}${labels && ','}le="${bound}"`, count);
  }
  return text + toLine(`${name}_sum`, labels, value) + toLine(`${name}_count`, labels, count);
}

const toLine = (name: string, labels: string, value: number): string => `${name}${labels && `{${labels}}`} ${value}\n`;

/** Sorted, so that equal labels are one series. */
const toText = (labels: Labels): string =>
  Object.entries(labels)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}="${value.replace(/[\\"\n]/g, (found) => ESCAPED[found] ?? '')}"`)
    .join(',');

const ESCAPED: Readonly<Record<string, string>> = { '\\': '\\\\', '"': '\\"', '\n': '\\n' };
