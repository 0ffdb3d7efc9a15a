import type { infer as Infer } from 'zod';
import type { RequestLog, UsageMetrics } from '../../../lambdas/usage/contract/schemas';
import { byId, make } from '../../shared/dom';
import { count, moment } from '../../shared/format';
import { plotFigure } from '../../shared/plot-figure';
import { table } from '../../shared/table';
import { type Session, startConsole } from '../session';
import { fillBuckets, type Interval, nameBucket, toTotals } from './buckets';

type Metrics = Infer<typeof UsageMetrics>;
type Logs = Infer<typeof RequestLog>;

const INTERVALS = { hourly: 'Last 24 hours', daily: 'Last 30 days' } as const;
const LOG_ROWS = '50';

startConsole(async (session) => {
  markPlan(session.plan);
  session.signal.addEventListener('abort', () => markPlan(undefined));
  const sections = await Promise.all([
    requestsOver(session, 'hourly'),
    requestsOver(session, 'daily'),
    today(session),
    latest(session),
  ]);
  return [sections[2], sections[0], sections[1], sections[3]];
});

/** Highlights the plan in the limits table, which the build fills in. */
function markPlan(plan: string | undefined): void {
  for (const row of byId('plans', HTMLElement).querySelectorAll('tbody tr'))
    row.toggleAttribute('aria-current', plan !== undefined && row.querySelector('code')?.textContent === plan);
}

function read(session: Session, interval: Interval, groupBy?: string): Promise<Metrics> {
  const query = new URLSearchParams({ timeInterval: interval, ...(groupBy === undefined ? {} : { groupBy }) });
  if (interval === 'hourly') query.set('startTimestamp', String(Math.floor(Date.now() / 1_000) - 23 * 3_600));
  return session.call<Metrics>('GET', `v1/apiUsageMetrics?${query}`);
}

async function requestsOver(session: Session, interval: keyof typeof INTERVALS): Promise<HTMLElement> {
  const { metrics } = await read(session, interval);
  const buckets = fillBuckets(interval, metrics, Math.floor(Date.now() / 1_000));
  const points = buckets.map(({ timestamp, requests, failed, medianMs }) => ({
    label: nameBucket(interval, timestamp),
    value: requests,
    text: [`${count(requests)} requests`, `4xx: ${count(failed)}`, `median ${medianMs} ms`].join(', '),
  }));
  const total = buckets.reduce((sum, { requests }) => sum + requests, 0);
  const highest = count(Math.max(...buckets.map(({ requests }) => requests)));
  return plotFigure({ title: `${INTERVALS[interval]}: ${count(total)} requests`, points, highest });
}

/** By path, as the quota counts them. */
async function today(session: Session): Promise<HTMLElement> {
  const { metrics } = await read(session, 'daily', 'requestPath');
  const midnight = Math.floor(Date.now() / 86_400_000) * 86_400;
  const rows = toTotals(metrics.find(({ timestamp }) => timestamp === midnight)?.values ?? []);
  const total = rows.reduce((sum, { requests }) => sum + requests, 0);
  return make(
    'section',
    { 'aria-labelledby': 'today-title' },
    make('h2', { id: 'today-title' }, `Today: ${count(total)} requests`),
    make('p', { class: 'note' }, `All keys of owner ${session.ownerId}, since 00:00 UTC. Up to two minutes behind.`),
    rows.length > 0 &&
      table(
        'Requests of today by path',
        [
          { title: 'Path', cell: ({ name }) => make('code', {}, name) },
          { title: 'Requests', isNumber: true, cell: ({ requests }) => count(requests) },
          { title: '4xx', isNumber: true, cell: ({ failed }) => count(failed) },
          { title: 'Median (ms)', isNumber: true, cell: ({ medianMs }) => count(medianMs) },
        ],
        rows,
      ),
  );
}

async function latest(session: Session): Promise<HTMLElement> {
  const { logs } = await session.call<Logs>('GET', `v1/apiLogs?pageSize=${LOG_ROWS}`);
  return make(
    'section',
    { 'aria-labelledby': 'latest-title' },
    make('h2', { id: 'latest-title' }, 'Latest requests'),
    logs.length === 0
      ? make('p', { class: 'note' }, 'None yet.')
      : table(
          'Latest requests',
          [
            { title: 'Time', cell: ({ eventTimestamp }) => moment(eventTimestamp * 1_000) },
            { title: 'Path', cell: ({ requestPath }) => make('code', {}, requestPath) },
            { title: 'Status', isNumber: true, cell: ({ responseCode }) => String(responseCode) },
            { title: 'Duration (ms)', isNumber: true, cell: ({ requestDurationMsecs }) => count(requestDurationMsecs) },
            { title: 'Key', cell: ({ apiKeyId }) => make('code', {}, apiKeyId) },
          ],
          logs,
        ),
  );
}
