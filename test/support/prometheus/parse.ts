// An independent, strict parser of the text format 0.0.4. It imports nothing of the service, so that it cannot repeat
// its mistakes.

export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}
interface Family {
  readonly name: string;
  readonly help: string;
  type?: string;
  readonly samples: Sample[];
}
export type Scrape = ReturnType<typeof parseScrape>;

/** Throws at the first line that breaks the format. */
export function parseScrape(text: string) {
  if (!text.endsWith('\n')) throw new Error('the last line has no end');
  const families = new Map<string, Family>();
  const seen = new Set<string>();
  let family: Family | undefined;
  for (const line of text.slice(0, -1).split('\n')) {
    const [, kind, name = '', rest = ''] = /^# (HELP|TYPE) ([a-zA-Z_:][\w:]*) (.*)$/.exec(line) ?? [];
    if (kind === 'HELP') {
      if (families.has(name)) throw new Error(`a second group of ${name}`);
      family = { name, help: unescaped(rest), samples: [] };
      families.set(name, family);
    } else if (kind === 'TYPE') {
      if (family?.name !== name || family.type !== undefined) throw new Error(`misplaced: ${line}`);
      if (!['counter', 'gauge', 'histogram'].includes(rest)) throw new Error(`unknown type: ${line}`);
      family.type = rest;
    } else {
      const sample = parseSample(line);
      if (family?.type === undefined || !belongs(sample, family)) throw new Error(`outside its group: ${line}`);
      const series = JSON.stringify([sample.name, Object.entries(sample.labels).toSorted()]);
      if (seen.has(series)) throw new Error(`twice: ${line}`);
      seen.add(series);
      family.samples.push(sample);
    }
  }
  for (const one of families.values()) check(one);
  const samples = [...families.values()].flatMap((one) => one.samples);
  const find = (name: string, labels: Readonly<Record<string, string>> = {}): Sample[] =>
    samples.filter(
      (sample) =>
        sample.name === name && Object.entries(labels).every(([label, value]) => sample.labels[label] === value),
    );
  return {
    samples,
    types: Object.fromEntries([...families.values()].map(({ name, type }) => [name, type])),
    helps: Object.fromEntries([...families.values()].map(({ name, help }) => [name, help])),
    find,
    /** Of all series with these labels; undefined without any. */
    sum(name: string, labels?: Readonly<Record<string, string>>): number | undefined {
      const found = find(name, labels);
      return found.length === 0 ? undefined : found.reduce((sum, { value }) => sum + value, 0);
    },
  };
}

function parseSample(line: string): Sample {
  const [, name, inside = '', value = ''] = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
  const number = value === '+Inf' ? Number.POSITIVE_INFINITY : value === '' ? Number.NaN : Number(value);
  if (name === undefined || Number.isNaN(number)) throw new Error(`not a sample: ${line}`);
  const labels: Record<string, string> = {};
  let rest = inside;
  while (rest !== '') {
    const [whole, label = '', quoted = ''] = /^([a-zA-Z_]\w*)="((?:[^"\\\n]|\\[\\"n])*)"(?:,(?=.)|$)/.exec(rest) ?? [];
    if (whole === undefined || label in labels) throw new Error(`bad labels: ${line}`);
    labels[label] = unescaped(quoted);
    rest = rest.slice(whole.length);
  }
  return { name, labels, value: number };
}

const unescaped = (text: string): string =>
  text.replace(/\\(.)/g, (_, escaped: string) => (escaped === 'n' ? '\n' : escaped));

const belongs = ({ name, labels }: Sample, { name: family, type }: Family): boolean =>
  type === 'histogram'
    ? name === `${family}_sum` || name === `${family}_count` || (name === `${family}_bucket` && 'le' in labels)
    : name === family;

function check({ name, type, samples }: Family): void {
  if (type === undefined || samples.length === 0) throw new Error(`${name} has no type or no sample`);
  if ((type === 'counter') !== name.endsWith('_total')) throw new Error(`${name} is a ${type}`);
  if (type === 'counter' && samples.some(({ value }) => value < 0)) throw new Error(`${name} is below 0`);
  if (type === 'histogram') checkHistogram(name, samples);
}

/** Buckets are cumulative, in order, and end in one of all values. */
function checkHistogram(name: string, samples: readonly Sample[]): void {
  const series = Map.groupBy(samples, ({ labels: { le: _, ...others } }) => JSON.stringify(others));
  for (const [labels, all] of series) {
    const of = (end: string) => all.filter((sample) => sample.name === name + end);
    const buckets = of('_bucket').map(({ labels: { le }, value }) => [le === '+Inf' ? Infinity : Number(le), value]);
    const isOrdered = buckets.every(([le = NaN, value = NaN], i) => {
      const [lower = Number.NEGATIVE_INFINITY, less = 0] = buckets[i - 1] ?? [];
      return le > lower && value >= less;
    });
    const [last = NaN, count = NaN] = buckets.at(-1) ?? [];
    if (!isOrdered || last !== Infinity || of('_sum').length !== 1 || of('_count')[0]?.value !== count)
      throw new Error(`${name}{${labels}} is no histogram`);
  }
}
