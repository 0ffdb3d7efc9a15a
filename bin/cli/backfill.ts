import type { Command } from 'commander';
import { addJob, jobsOf, restartJob } from '../../lambdas/adapters/dynamo/chain/backfill-jobs';
import { cursorKey, readCursor } from '../../lambdas/adapters/dynamo/chain/cursor-item';
import type { Table } from '../../lambdas/adapters/dynamo/table';
import { type BackfillJob, secondsLeft } from '../../lambdas/domain/chain/backfill-job';
import { loadConfig } from '../../lib/config';
import { estimateLines } from './backfill-estimate';
import { type Target, withTable } from './service';

interface Options extends Target {
  readonly chain: string;
  readonly from: string;
  readonly to?: string;
  readonly again?: boolean;
  readonly watch?: boolean;
  readonly json?: boolean;
}
type Range = Pick<BackfillJob, 'from' | 'to'>;

/** Between two lines of progress. */
const PROGRESS_INTERVAL_MS = 2_000;

/** Adds `backfill`: requests a range of a chain's history, and shows its progress. */
export function backfillCommand(program: Command, on: (command: Command) => Command): void {
  on(program.command('backfill'))
    .description("index a range of a chain's history alongside its follower")
    .requiredOption('--chain <id>', 'the chain id, as in the configuration')
    .option('--from <block>', 'the first block', '0')
    .option('--to <block>', "the last block (default: the one before the follower's first)")
    .option('--again', 'restart a range that was started or finished before')
    .option('--watch', 'only show the progress of running backfills')
    .addHelpText(
      'after',
      '\nExamples:\n  $ npm run cli -- backfill --chain 43114 --from 0 --to 999999\n  $ npm run cli -- backfill --chain 43114 --watch\n\nIt starts within a minute. Ctrl-C only ends the display: the work continues, even after a crash. Ranges may overlap, and may be requested twice.',
    )
    .action(async (options: Options) => {
      if (
        options.local === undefined &&
        !loadConfig(options.config).chains.some(({ chainId }) => chainId === options.chain)
      )
        throw new Error(`chain ${options.chain} is not in the configuration: add it to \`chains\` and deploy`);
      await withTable(options, async (table) => {
        const start = await startOf(table, options.chain);
        if (options.watch) await watch(table, options.chain, start, options.json);
        else await request(table, options, start);
      });
    });
}

/** The follower's first block: everything before it is history. */
async function startOf(table: Table, chain: string): Promise<number> {
  const item = await table.get(cursorKey(chain), true);
  if (!item)
    throw new Error(`chain ${chain} has no index yet: its follower must reach its node first, see health-check`);
  return readCursor(item).start;
}

/** The chains of the configuration; none for a service that runs locally with another one. */
function chainsOf({ local, config }: Options) {
  try {
    return loadConfig(config).chains;
  } catch (error) {
    if (local === undefined) throw error;
    return [];
  }
}

async function request(table: Table, options: Options, start: number): Promise<void> {
  const { chain, json } = options;
  if (start === 0) throw new Error(`chain ${chain} is followed from block 0: there is no history to backfill`);
  const from = blockIn(options.from, '--from');
  const to = options.to === undefined ? start - 1 : blockIn(options.to, '--to');
  if (from >= start) throw new Error(`the follower has the blocks from ${start} on: give a --from below that`);
  if (to < from) throw new Error(`--to ${to} is below --from ${from}: swap them`);
  const range: Range = { from, to };
  if (!(await addJob(table, chain, range, Date.now()))) {
    const known = (await jobsOf(table, chain)).find((job) => isOf(job, range));
    if (known && options.again) await restartJob(table, chain, known, Date.now());
    else if (known?.doneAt !== undefined)
      return console.log(
        json
          ? JSON.stringify(known)
          : `Blocks ${from} to ${to} were backfilled on ${new Date(known.doneAt).toISOString()}; --again does it again.`,
      );
  }
  if (!json) {
    if (to >= start) console.log(`The follower has the blocks from ${start} on: the backfill ends before it.`);
    const configured = chainsOf(options).find(({ chainId }) => chainId === chain);
    for (const line of await estimateLines(chain, { from, to: Math.min(to, start - 1) }, configured)) console.log(line);
    console.log('Ctrl-C ends only this display, not the work: `backfill --watch` shows it again.');
  }
  await watch(table, chain, start, json, range);
}

/** Prints progress until the job, or every job, is done. With `json` it prints the current state once. */
async function watch(
  table: Table,
  chain: string,
  start: number,
  json: boolean | undefined,
  only?: Range,
): Promise<void> {
  for (;;) {
    const jobs = (await jobsOf(table, chain)).filter((job) => (only ? isOf(job, only) : job.doneAt === undefined));
    if (json) return console.log(JSON.stringify(jobs, null, 2));
    for (const job of jobs) console.log(lineOf(job, Math.min(job.to, start - 1)));
    if (jobs.every(({ doneAt }) => doneAt !== undefined)) {
      if (!only) console.log(`No backfill of chain ${chain} is running.`);
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, PROGRESS_INTERVAL_MS));
  }
}

function lineOf({ from, next, speed, doneAt, lastError }: BackfillJob, to: number): string {
  const blocks = `Blocks ${from} to ${to}`;
  if (doneAt !== undefined) return `${blocks}: done.`;
  const percent = (Math.max(0, next - from) / (to - from + 1)) * 100;
  const left = secondsLeft({ next, to, speed });
  const pace = left === undefined ? 'not begun yet' : `${speed} blocks/s, ${timeOf(left)} left`;
  return `${blocks}: ${percent.toFixed(1)} %, at block ${next}, ${lastError ? `waiting: ${lastError}` : pace}`;
}

const timeOf = (seconds: number): string => {
  const [h, m] = [Math.floor(seconds / 3_600), Math.floor((seconds % 3_600) / 60)];
  return h > 0 ? `${h} h ${m} min` : m > 0 ? `${m} min ${seconds % 60} s` : `${seconds} s`;
};

const isOf = (job: Range, { from, to }: Range): boolean => job.from === from && job.to === to;

function blockIn(text: string, option: string): number {
  if (!/^\d{1,10}$/.test(text)) throw new Error(`${option} ${text} is not a block number: use digits only`);
  return Number(text);
}
