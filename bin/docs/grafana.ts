import type { Metric } from '../../local/prometheus/metrics';
import {
  CPU,
  DEAD_LETTERS,
  DURATION,
  ERRORS,
  EXECUTIONS,
  LATENCY,
  MEMORY,
  MESSAGES,
  OLDEST,
  REQUESTS,
} from '../../local/prometheus/runner-metrics';
import { DELIVERIES, toServiceMetric } from '../local/metrics';

/** A metric of the chosen instances, with more selectors and a suffix of its name. */
const of = ({ name }: Metric, selectors = '', suffix = ''): string =>
  `${name}${suffix}{instance=~"$instance"${selectors && `,${selectors}`}}`;
const rate = (metric: Metric, selectors?: string, suffix?: string): string =>
  `rate(${of(metric, selectors, suffix)}[$__rate_interval])`;
const increase = (metric: Metric, selectors?: string): string => `increase(${of(metric, selectors)}[$__rate_interval])`;
const sum = (by: string, expression: string): string => `sum by (${by}) (${expression})`;
const max = (by: string, expression: string): string => `max by (${by}) (${expression})`;
const quantile = (q: number, metric: Metric, by = ''): string =>
  `histogram_quantile(${q}, ${sum(by ? `${by}, le` : 'le', rate(metric, '', '_bucket'))})`;

interface Panel {
  readonly title: string;
  /** Of Grafana. */
  readonly unit: 's' | 'short' | 'cps' | 'reqps' | 'bytes' | 'percentunit';
  /** What to do when it looks bad. */
  readonly runbook?: string;
  /** Expression and legend. */
  readonly queries: readonly (readonly [string, string])[];
}

/** As on the dashboard in CloudWatch, of `lib/dashboard.ts`; memory and CPU instead of write units, which cost nothing. */
const PANELS: readonly Panel[] = [
  {
    title: 'Lag',
    unit: 's',
    runbook: 'docs/runbook.md#a-chain-lags',
    queries: [[max('chain_id', of(toServiceMetric('lagSeconds'))), '{{chain_id}}']],
  },
  {
    title: 'Blocks indexed per second',
    unit: 'short',
    queries: [[sum('chain_id', rate(toServiceMetric('indexedBlocks'))), '{{chain_id}}']],
  },
  {
    title: 'Block freshness, p99',
    unit: 's',
    queries: [[quantile(0.99, toServiceMetric('freshness'), 'chain_id'), '{{chain_id}}']],
  },
  {
    title: 'Failed node calls per second',
    unit: 'short',
    runbook: 'docs/runbook.md#a-chain-lags',
    queries: [[sum('chain_id', rate(toServiceMetric('nodeFailures'))), '{{chain_id}}']],
  },
  {
    title: 'Halted or diverged chains, unreachable P-Chain nodes',
    unit: 'short',
    runbook: 'docs/runbook.md#a-chain-is-halted',
    queries: [
      [sum('chain_id', increase(toServiceMetric('halted'))), '{{chain_id}} halted'],
      [sum('chain_id', increase(toServiceMetric('stateDiffers'))), '{{chain_id}} differs'],
      [sum('chain_id', increase(toServiceMetric('down'))), '{{chain_id}} unreachable'],
    ],
  },
  {
    title: 'Dead letters',
    unit: 'short',
    runbook: 'docs/runbook.md#dead-letters',
    queries: [[max('queue', of(DEAD_LETTERS)), '{{queue}}']],
  },
  {
    title: 'Requests',
    unit: 'reqps',
    queries: [[sum('api, status', rate(REQUESTS)), '{{api}} {{status}}']],
  },
  {
    title: 'Errors by path',
    unit: 'reqps',
    runbook: 'docs/runbook.md#requests-fail',
    queries: [
      [
        `topk(10, ${sum('method, path, status', rate(REQUESTS, 'status=~"4xx|5xx"'))} > 0)`,
        '{{status}} {{method}} {{path}}',
      ],
    ],
  },
  {
    title: 'Latency',
    unit: 's',
    runbook: 'docs/runbook.md#requests-are-slow',
    queries: [
      [quantile(0.5, LATENCY, 'api'), '{{api}} p50'],
      [quantile(0.99, LATENCY, 'api'), '{{api}} p99'],
    ],
  },
  {
    title: 'Webhook deliveries per second',
    unit: 'short',
    runbook: 'docs/runbook.md#a-customers-webhooks',
    queries: [[sum('outcome', rate(DELIVERIES)), '{{outcome}}']],
  },
  {
    title: 'Webhook delay (healthy receivers), p99',
    unit: 's',
    runbook: 'docs/runbook.md#webhooks-are-late',
    queries: [[quantile(0.99, toServiceMetric('webhookDelay')), 'wait']],
  },
  {
    title: 'Lost webhook messages, failed exports',
    unit: 'short',
    runbook: 'docs/runbook.md#webhook-messages-are-lost',
    queries: [
      [`sum(${increase(toServiceMetric('webhookLosses'))})`, 'lost messages'],
      [sum('machine', increase(EXECUTIONS, 'status="failed"')), '{{machine}} failed'],
    ],
  },
  {
    title: 'Messages in queues',
    unit: 'short',
    queries: [[sum('queue', of(MESSAGES)), '{{queue}}']],
  },
  {
    title: 'Oldest message of each queue',
    unit: 's',
    queries: [[max('queue', of(OLDEST)), '{{queue}}']],
  },
  {
    title: 'Function errors',
    unit: 'short',
    queries: [[`${sum('function', increase(ERRORS))} > 0`, '{{function}}']],
  },
  {
    title: 'Worker invocations per second',
    unit: 'cps',
    queries: [[sum('function', rate(DURATION, 'function!~".+-Api[a-z].+"', '_count')), '{{function}}']],
  },
  {
    title: 'Function duration, p99',
    unit: 's',
    queries: [[quantile(0.99, DURATION, 'function'), '{{function}}']],
  },
  {
    title: 'Memory',
    unit: 'bytes',
    queries: [[of(MEMORY), '{{instance}}']],
  },
  {
    title: 'CPU',
    unit: 'percentunit',
    queries: [[rate(CPU), '{{instance}}']],
  },
];

const DATASOURCE = { type: 'prometheus', uid: '$datasource' };
const [WIDTH, HEIGHT] = [12, 8];
/** Names of functions and queues have the stack's before them, and CloudFormation's hash after. */
const SHORT_NAMES = {
  id: 'renameByRegex',
  options: { regex: '^.+-(?:Api)?(\\w+?)(?:WorkerFunction|Function|Queue)?[0-9A-F]{8}$', renamePattern: '$1' },
};

const toPanel = ({ title, unit, runbook, queries }: Panel, at: number) => ({
  id: at + 1,
  type: 'timeseries',
  title,
  ...(runbook === undefined ? {} : { description: `See ${runbook}` }),
  datasource: DATASOURCE,
  gridPos: { x: (at % 2) * WIDTH, y: Math.floor(at / 2) * HEIGHT, w: WIDTH, h: HEIGHT },
  fieldConfig: { defaults: { unit, min: 0, custom: { showPoints: 'never' } }, overrides: [] },
  options: { legend: { displayMode: 'list', placement: 'bottom' }, tooltip: { mode: 'multi', sort: 'desc' } },
  targets: queries.map(([expr, legendFormat], query) => ({
    refId: 'ABC'.charAt(query),
    datasource: DATASOURCE,
    expr,
    legendFormat,
  })),
  transformations: [SHORT_NAMES],
});

/** A dashboard of Grafana 10 or later, for import as a file. */
export function grafanaDashboard(): string {
  const instances = `label_values(${MESSAGES.name}, instance)`;
  const dashboard = {
    uid: 'chain-data-service',
    title: 'Chain data service',
    description: 'Services in local mode. Generated by `npm run docs`.',
    schemaVersion: 39,
    editable: true,
    refresh: '30s',
    time: { from: 'now-6h', to: 'now' },
    templating: {
      list: [
        { name: 'datasource', label: 'Data source', type: 'datasource', query: 'prometheus' },
        {
          name: 'instance',
          label: 'Instance',
          type: 'query',
          datasource: DATASOURCE,
          definition: instances,
          query: { query: instances, refId: 'instances' },
          refresh: 2, // whenever the time range changes
          multi: true,
          includeAll: true,
          allValue: '.*',
          current: { text: ['All'], value: ['$__all'] },
        },
      ],
    },
    panels: PANELS.map(toPanel),
  };
  return `${JSON.stringify(dashboard, null, 2)}\n`;
}
