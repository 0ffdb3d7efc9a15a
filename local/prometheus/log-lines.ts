import * as z from 'zod';
import type { Labels, Metric, Metrics } from './metrics';

/** Sums fields of a log line, one series for each. In AWS this would be a metric filter, which is billed. */
export interface LogCounter {
  readonly metric: Metric;
  readonly message: string;
  /** Its value is the name of the field. */
  readonly label: string;
  readonly fields: readonly string[];
}

export interface EmbeddedMetric {
  readonly namespace: string;
  readonly name: string;
  readonly unit: string;
}

export type LogLines = ReturnType<typeof createLogLines>;

const Embedded = z.looseObject({
  _aws: z.object({
    CloudWatchMetrics: z.array(
      z.object({
        Namespace: z.string(),
        Dimensions: z.array(z.array(z.string())),
        Metrics: z.array(z.object({ Name: z.string(), Unit: z.string().default('None') })),
      }),
    ),
  }),
});
const Values = z.union([z.number(), z.array(z.number())]);
const Counted = z.looseObject({ message: z.string() });

/** Metrics of functions, from CloudWatch's embedded metric format and from fields of log lines. */
export function createLogLines(metrics: Metrics, counters: readonly LogCounter[]) {
  for (const { metric, label, fields } of counters)
    for (const field of fields) metrics.add(metric, { [label]: field }, 0);

  const readCounted = ({ message, ...content }: z.infer<typeof Counted>): void => {
    for (const { metric, label, fields } of counters.filter((counter) => counter.message === message))
      for (const field of fields) {
        const count = content[field];
        if (typeof count === 'number') metrics.add(metric, { [label]: field }, count);
      }
  };
  const readLine = (line: string): void => {
    const content = parse(line);
    const embedded = Embedded.safeParse(content).data;
    const counted = Counted.safeParse(content).data;
    if (embedded) readEmbedded(metrics, embedded);
    else if (counted) readCounted(counted);
  };

  return {
    /** Other lines need not be read. */
    marks: ['"_aws":', ...counters.map(({ message }) => `"message":${JSON.stringify(message)}`)],
    read: (text: string): void => text.split('\n').forEach(readLine),
  };
}

/** One series with the labels of all dimension sets: the smaller sets exist only for alarms. */
function readEmbedded(metrics: Metrics, content: z.infer<typeof Embedded>): void {
  const found = new Map<string, { readonly metric: EmbeddedMetric; readonly dimensions: Set<string> }>();
  for (const { Namespace: namespace, Dimensions, Metrics: reported } of content._aws.CloudWatchMetrics)
    for (const { Name: name, Unit: unit } of reported) {
      const one = found.get(`${namespace} ${name}`) ?? { metric: { namespace, name, unit }, dimensions: new Set() };
      for (const dimension of Dimensions.flat()) one.dimensions.add(dimension);
      found.set(`${namespace} ${name}`, one);
    }
  for (const { metric, dimensions } of found.values()) {
    const values = Values.safeParse(content[metric.name]);
    if (values.success) report(metrics, metric, toLabels(dimensions, content), [values.data].flat());
  }
}

function report(metrics: Metrics, embedded: EmbeddedMetric, labels: Labels, values: readonly number[]): void {
  const metric = toMetric(embedded);
  for (const value of values)
    if (metric.type === 'counter') metrics.add(metric, labels, value);
    else if (metric.type === 'histogram') metrics.observe(metric, labels, value / 1_000);
    else metrics.set(metric, labels, value);
}

/** By unit: counts are summed, milliseconds are a distribution, of anything else the last value is shown. */
export function toMetric({ namespace, name, unit }: EmbeddedMetric): Metric {
  const base = `${toName(namespace.toLowerCase())}_${toName(name)}`;
  const help = `CloudWatch metric ${namespace}/${name}.`;
  if (unit === 'Count') return { name: `${base}_total`, type: 'counter', help };
  const inSeconds = base.endsWith('_seconds') ? base : `${base}_seconds`;
  if (unit === 'Milliseconds') return { name: inSeconds, type: 'histogram', help };
  return { name: unit === 'Seconds' ? inSeconds : base, type: 'gauge', help };
}

const toLabels = (dimensions: ReadonlySet<string>, content: Readonly<Record<string, unknown>>): Labels =>
  Object.fromEntries([...dimensions].map((dimension) => [toName(dimension), String(content[dimension] ?? '')]));

/** `chainId` is `chain_id`. */
const toName = (text: string): string =>
  text
    .replace(/(?<=[a-z0-9])(?=[A-Z])/g, '_')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^(?=\d)/, '_');

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined; // text that only looks like one of these lines
  }
}
