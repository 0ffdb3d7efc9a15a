import type { Command } from 'commander';
import { getLast, getProgress } from '../../lambdas/chain/domain/backfill-job';
import type { BlockRange } from '../../lambdas/chain/domain/block-range';
import { addHistory, getJobs, restartJob } from '../../lambdas/chain/rows/backfill-jobs';
import { cursorKey, readCursor } from '../../lambdas/chain/rows/cursor-item';
import { getRederivation } from '../../lambdas/chain/rows/rederivations';
import { PRICE } from '../../lambdas/core/contract/prices';
import type { Table } from '../../lambdas/core/table/table';
import { DEPLOYED, LOCAL } from '../../lib/chain-defaults';
import { loadConfig } from '../../lib/config';
import { count, counted, duration } from '../../site/shared/format';
import { estimateLines } from './backfill-estimate';
import { getChains, type Target, withTable } from './service';

interface Options extends Target {
  readonly chain: string;
  readonly from: string;
  readonly to?: string;
  readonly again?: boolean;
  readonly watch?: boolean;
  readonly json?: boolean;
}

const PROGRESS_INTERVAL_MS = 2_000;

export function backfillCommand(program: Command, on: (command: Command) => Command): void {
  on(program.command('backfill'))
    .description("backfill a range of a chain's history alongside live indexing")
    .requiredOption('--chain <id>', 'chain id, as in the configuration')
    .option('--from <block>', 'first block', '0')
    .option('--to <block>', "last block (default: the block before the follower's first)")
    .option('--again', 'restart a range that was already started or finished')
    .option('--watch', 'only show progress of running backfills')
    .addHelpText(
      'after',
      '\nExamples:\n  $ npm run cli -- backfill --chain 43114 --from 0 --to 999999\n  $ npm run cli -- backfill --chain 43114 --watch\n\nThe backfill starts within a minute and continues after Ctrl-C, which only ends the display, and after a crash. Requests are idempotent, and ranges may overlap.',
    )
    .action(async (options: Options) => {
      if (
        options.local === undefined &&
        !loadConfig(options.config).chains.some(({ chainId }) => chainId === options.chain)
      )
        throw new Error(`chain ${options.chain} is not in the configuration: add it to \`chains\` and deploy`);
      await withTable(options, async (table) => {
        const start = await getStart(table, options.chain);
        if (options.watch) await watch(table, options.chain, start, options.json);
        else await request(table, options, start);
      });
    });
}

/** Everything before the follower's first block is history. */
async function getStart(table: Table, chain: string): Promise<number> {
  const item = await table.get(cursorKey(chain), true);
  if (!item)
    throw new Error(`chain ${chain} is not indexed yet: its follower has not reached its node (see health-check)`);
  return readCursor(item).start;
}

async function request(table: Table, options: Options, start: number): Promise<void> {
  const { chain, json } = options;
  if (start === 0) throw new Error(`chain ${chain} is followed from block 0, so there is no history to backfill`);
  const from = blockIn(options.from, '--from');
  const to = options.to === undefined ? start - 1 : blockIn(options.to, '--to');
  if (from >= start) throw new Error(`the follower indexes blocks from ${start} on: --from must be lower`);
  if (to < from) throw new Error(`--to ${to} must not be below --from ${from}`);
  const range = { from, to: Math.min(to, start - 1) };
  const configured = getChains(options).find(({ chainId }) => chainId === chain);
  const workers = configured?.backfillWorkers ?? (options.local === undefined ? DEPLOYED : LOCAL).backfillWorkers;
  const derived = await getRederivation(table, chain);
  if (derived && meet(derived, range))
    throw new Error(
      `blocks ${derived.from} to ${derived.to} are being derived again: end that first with \`rederive --chain ${chain} --drop\``,
    );
  if (options.again) await restart(table, chain, range, start);
  const added = await addHistory(table, chain, range, { workers, now: Date.now() });
  const jobs = (await getJobs(table, chain)).filter((job) => meet(job, range));
  const doneAt = Math.max(...jobs.map((job) => job.doneAt ?? Number.POSITIVE_INFINITY));
  if (!json && added === 0 && !options.again && Number.isFinite(doneAt))
    return console.log(
      `Blocks ${from} to ${to} were backfilled on ${new Date(doneAt).toISOString()}. Use --again to repeat it.`,
    );
  if (!json) {
    if (to >= start) console.log(`The follower indexes blocks from ${start} on, so the backfill ends at ${start - 1}.`);
    for (const line of await estimateLines(chain, range, configured)) console.log(line);
    console.log('Ctrl-C only ends this display; the backfill continues. `backfill --watch` shows it again.');
  }
  await watch(table, chain, start, json, range);
}

export const meet = (a: BlockRange, b: BlockRange): boolean => a.from <= b.to && b.from <= a.to;

/** Refuses a job that extends beyond the range: restarting reindexes the job's whole range. */
async function restart(table: Table, chain: string, range: BlockRange, start: number): Promise<void> {
  const jobs = (await getJobs(table, chain)).filter((job) => meet(job, range));
  const [from, to] = [Math.min(...jobs.map((job) => job.from)), Math.max(...jobs.map((job) => getLast(job, start)))];
  if (from < range.from || to > range.to)
    throw new Error(`these blocks belong to a larger range; restart all of it with --from ${from} --to ${to} --again`);
  for (const job of jobs) await restartJob(table, chain, job, Date.now());
}

/** Until the jobs that overlap `only` (default: all) are done. With `json`, prints the jobs once. */
async function watch(
  table: Table,
  chain: string,
  start: number,
  json: boolean | undefined,
  only?: BlockRange,
): Promise<void> {
  for (;;) {
    const all = await getJobs(table, chain);
    const jobs = all.filter((job) => (only ? meet(job, only) : all.some(({ doneAt }) => doneAt === undefined)));
    if (json) return console.log(JSON.stringify(jobs, null, 2));
    const [first, last] = [jobs[0], jobs.at(-1)];
    if (!first || !last) return console.log(`No backfill of chain ${chain} is running.`);
    const blocks = `Blocks ${first.from} to ${getLast(last, start)}`;
    const isDone = jobs.every(({ doneAt }) => doneAt !== undefined);
    console.log(isDone ? `${blocks}: done.` : `${blocks}: ${progressLine(getProgress(jobs, start))}`);
    if (isDone) return;
    await new Promise((resolve) => setTimeout(resolve, PROGRESS_INTERVAL_MS));
  }
}

export function progressLine(progress: ReturnType<typeof getProgress>): string {
  const { blocks, blocksLeft, workers, speed, secondsLeft, writeUnits, lastError } = progress;
  const percent = ((blocks - blocksLeft) / Math.max(1, blocks)) * 100;
  const pace =
    secondsLeft === undefined
      ? 'not started yet'
      : `${speed} blocks/s by ${counted(workers, 'worker')}, ${duration(secondsLeft)} left`;
  const spent = `${count(writeUnits)} write units so far ($${(writeUnits * PRICE.writeUnit).toFixed(2)})`;
  return `${percent.toFixed(1)} %, ${pace}, ${spent}${lastError === undefined ? '' : `, waiting: ${lastError}`}`;
}

export function blockIn(text: string, option: string): number {
  if (!/^\d{1,10}$/.test(text)) throw new Error(`${option} ${text} is not a block number: use digits only`);
  return Number(text);
}
