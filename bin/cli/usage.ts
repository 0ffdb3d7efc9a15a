import type { Command } from 'commander';
import { PRICES_OF, toDollars } from '../../lambdas/core/contract/prices';
import type { Table } from '../../lambdas/core/table/table';
import {
  countRequests,
  countsIn,
  type Histogram,
  medianMs,
  mergeTallies,
  mergeTimes,
  type Tally,
  totalMs,
} from '../../lambdas/usage/domain/tally';
import { NO_OWNER, NONE, parseEndpoint } from '../../lambdas/usage/domain/usage';
import { ownersWithUsage, usageHourReader } from '../../lambdas/usage/rows/usage-hours';
import { counted } from '../../site/shared/format';
import { type Target, withTable } from './service';

interface Options extends Target {
  readonly owner?: string;
  readonly all?: boolean;
  readonly since: string;
  readonly cost?: boolean;
  readonly json?: boolean;
}

const HOUR_MS = 3_600_000;
const UNITS: Readonly<Record<string, number>> = { h: 1, d: 24, w: 7 * 24 };
const SHOWN = 5;
const HANDLER_GB = 0.5;
const AUTHORIZER_GB_SECONDS = 0.002 * 0.25;

export function usageCommand(program: Command, on: (command: Command) => Command): void {
  on(program.command('usage'))
    .description('show requests by owner, endpoint and status')
    .option('--owner <id>', 'a single owner')
    .option('--all', 'all owners, and requests without a key')
    .option('--since <time>', 'how far back: 24h, 7d, 4w', '24h')
    .option('--cost', 'estimate the cost of the requests, in US dollars')
    .addHelpText(
      'after',
      '\nExamples:\n  $ npm run cli -- usage --owner wallet\n  $ npm run cli -- usage --all --since 7d --cost\n  $ npm run cli -- usage --all --since 24h --local .local --json\n\nRequests appear within two minutes. Counts are hourly, so the first hour is included in full.',
    )
    .action(run);
}

async function run(options: Options): Promise<void> {
  const { owner, all, since, json } = options;
  if ((owner === undefined) === (all !== true)) throw new Error('specify either --owner <id> or --all');
  const last = Math.floor(Date.now() / HOUR_MS);
  const first = last - hoursIn(since) + 1;
  const found = await withTable(options, async (table) => {
    const owners =
      owner === undefined ? await ownersWithUsage(table, Math.floor(first / 24), Math.floor(last / 24)) : [owner];
    return Promise.all([...owners].toSorted().map((one) => getUsage(table, one, first, last)));
  });
  const shown = found.filter(({ requests }) => requests > 0 || owner !== undefined);
  if (json)
    return console.log(
      JSON.stringify(
        shown.map((one) => toJson(one, options)),
        null,
        2,
      ),
    );
  if (shown.length === 0) return console.log(`No requests in the last ${since}.`);
  for (const one of shown) console.log(toText(one, options));
  if (options.cost)
    console.log(
      `Costs cover API Gateway and Lambda at prices of ${PRICES_OF}, without table reads, data transfer and usage counting (docs/cost.md).`,
    );
}

/** Such as 24h or 7d. Throws if it is invalid. */
export function hoursIn(since: string): number {
  const [, count = '', unit = ''] = /^(\d{1,4})([hdw])$/.exec(since) ?? [];
  const hours = Number(count) * (UNITS[unit] ?? 0);
  if (hours === 0)
    throw new Error(`--since ${since} is not a duration: use hours, days or weeks, such as 24h, 7d or 4w`);
  return hours;
}

interface OwnerUsage {
  readonly owner: string;
  readonly requests: number;
  readonly byStatus: Readonly<Record<string, number>>;
  readonly byEndpoint: readonly { readonly endpoint: string; readonly requests: number; readonly medianMs: number }[];
  readonly dollars: number;
}

async function getUsage(table: Table, owner: string, first: number, last: number): Promise<OwnerUsage> {
  let tally: Tally = {};
  for await (const hours of usageHourReader(table).ofOwner(owner, first, last))
    for (const hour of hours) tally = mergeTallies(tally, hour.tally);
  const counts = countsIn(tally);
  const byStatus: Record<string, number> = {};
  for (const [, status, times] of counts) byStatus[status] = (byStatus[status] ?? 0) + countRequests(times);
  const byEndpoint = Object.entries(tally)
    .map(([endpoint, statuses]) => {
      const times = Object.values(statuses).reduce(mergeTimes);
      return { endpoint: getName(endpoint), requests: countRequests(times), medianMs: medianMs(times) };
    })
    .toSorted((a, b) => b.requests - a.requests);
  return {
    owner: owner === NO_OWNER ? '(no key)' : owner,
    requests: byEndpoint.reduce((sum, { requests }) => sum + requests, 0),
    byStatus,
    byEndpoint,
    dollars: counts.reduce((sum, [, status, times]) => sum + getCost(Number(status), times), 0),
  };
}

function getName(text: string): string {
  const { surface, method, path } = parseEndpoint(text);
  if (method === NONE) return `(not served, ${surface})`;
  return `${method} ${path}${surface === 'rpc' ? ' (node RPC)' : ''}`;
}

/** A rejected request (401, 429) costs only its authorizer. */
function getCost(status: number, times: Histogram): number {
  const requests = countRequests(times);
  const refused = status === 401 || status === 429;
  return toDollars({
    apiRequest: refused ? 0 : requests,
    invocation: refused ? requests : 2 * requests,
    gbSecond: requests * AUTHORIZER_GB_SECONDS + (refused ? 0 : (totalMs(times) / 1_000) * HANDLER_GB),
  });
}

const toJson = ({ dollars, ...usage }: OwnerUsage, { cost }: Options): object => (cost ? { ...usage, dollars } : usage);

function toText({ owner, requests, byStatus, byEndpoint, dollars }: OwnerUsage, { cost }: Options): string {
  const statuses = Object.entries(byStatus).map(([status, count]) => `${status}: ${count.toLocaleString('en')}`);
  const price = cost ? `, $${dollars.toFixed(4)}` : '';
  return [
    `${owner}: ${counted(requests, 'request')}${price}${statuses.length > 0 ? ` (${statuses.join(', ')})` : ''}`,
    ...byEndpoint.slice(0, SHOWN).map(({ endpoint, requests: own, medianMs: ms }) => {
      return `  ${own.toLocaleString('en').padStart(10)}  ${`${ms} ms`.padStart(8)}  ${endpoint}`;
    }),
    ...(byEndpoint.length > SHOWN ? [`  … and ${counted(byEndpoint.length - SHOWN, 'endpoint')} more`] : []),
  ].join('\n');
}
