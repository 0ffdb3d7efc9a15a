import { type Command, Option } from 'commander';
import type { BlockRange } from '../../lambdas/chain/domain/block-range';
import { indexedRanges } from '../../lambdas/chain/domain/indexed-ranges';
import {
  type Findings,
  hasDifferences,
  inRound,
  isDone,
  joinFindings,
  type Rederivation,
  type RederivePart,
  ROW_FAMILIES,
} from '../../lambdas/chain/domain/rederivation';
import { getJobs } from '../../lambdas/chain/rows/backfill-jobs';
import { cursorKey, readCursor } from '../../lambdas/chain/rows/cursor-item';
import {
  changeCopies,
  createRederivation,
  getParts,
  getRederivation,
  requestWork,
} from '../../lambdas/chain/rows/rederivations';
import type { Config } from '../../lambdas/core/contract/config';
import { PRICE } from '../../lambdas/core/contract/prices';
import type { RowFamily } from '../../lambdas/core/domain/copies';
import type { Table } from '../../lambdas/core/table/table';
import { estimateRederivation, type RederiveEstimate, rederivedRange } from '../../lambdas/evm/rederive/estimate';
import { readTraceCursor, traceCursorKey } from '../../lambdas/evm/rows/trace-item';
import { DEPLOYED, LOCAL } from '../../lib/chain-defaults';
import { count, counted, duration } from '../../site/shared/format';
import { blockIn, meet } from './backfill';
import { compareLines, DEFAULT_FINALITY_DEPTH, PROGRESS_INTERVAL_MS, progressText, shown } from './compare-lines';
import { rederiveNetwork } from './rederive-network';
import { getChains, type Target, withTable } from './service';

export interface Requests extends Target {
  readonly run?: boolean;
  readonly compare?: boolean;
  readonly switch?: boolean;
  readonly back?: boolean;
  readonly drop?: boolean;
  readonly json?: boolean;
}
interface Blocks {
  readonly from?: string;
  readonly to?: string;
  readonly only?: readonly RowFamily[];
}
interface Options extends Requests, Blocks {
  readonly chain: string;
}
interface Chosen extends Requests, Blocks {
  readonly chain?: string;
  readonly network?: string;
}

const BALANCES_PER_CALL = 100;

export function rederiveCommand(program: Command, on: (command: Command) => Command): void {
  on(program.command('rederive'))
    .description('derive the rows of indexed blocks again, from the bucket and without the node, while serving')
    .option('--chain <id>', 'chain id, as in the configuration')
    .option('--network <name>', 'network of a P-Chain, which is derived as a whole')
    .option('--from <block>', 'first block (default: the first indexed one)')
    .option('--to <block>', 'last block (default: the last final one)')
    .addOption(
      new Option('--only <rows…>', `only some rows: ${ROW_FAMILIES.join(', ')}`)
        .choices(ROW_FAMILIES)
        .argParser((text: string) => familiesIn(text)),
    )
    .option('--run', 'start it; without, only the estimate is printed')
    .option('--compare', 'compare the derived rows with those in use, and name the ones that differ')
    .option('--switch', 'let readers use the derived rows')
    .option('--back', 'let readers use the rows of before')
    .option('--drop', 'delete the rows that are not in use')
    .addHelpText(
      'after',
      '\nExamples:\n  $ npm run cli -- rederive --chain 43114\n  $ npm run cli -- rederive --chain 43114 --from 0 --to 999999 --only tokens,teleporter --run\n  $ npm run cli -- rederive --chain 43114 --compare\n  $ npm run cli -- rederive --chain 43114 --switch\n  $ npm run cli -- rederive --chain 43114 --drop\n  $ npm run cli -- rederive --network mainnet --run\n\nThe backfill workers write the rows beside those in use, at the pace of a backfill; for a P-Chain, its indexer does. Ctrl-C only ends the display. Missing receipts and traces of a chain are not refetched until --drop.',
    )
    .action(({ chain, network, ...options }: Chosen) => {
      if ((chain === undefined) === (network === undefined)) throw new Error('name either --chain or --network');
      if (chain !== undefined) return withTable(options, (table) => act(table, { ...options, chain }));
      if (options.from !== undefined || options.to !== undefined || options.only !== undefined)
        throw new Error('--from, --to and --only are for --chain: a block of a P-Chain depends on all earlier ones');
      return withTable(options, (table) => rederiveNetwork(table, { ...options, network: String(network) }));
    });
}

function familiesIn(text: string): RowFamily[] {
  const names = text.split(',');
  const unknown = names.find((name) => !ROW_FAMILIES.some((family) => family === name));
  if (unknown !== undefined) throw new Error(`--only ${unknown}: choose among ${ROW_FAMILIES.join(', ')}`);
  return ROW_FAMILIES.filter((family) => names.includes(family));
}

async function act(table: Table, options: Options): Promise<void> {
  const { chain } = options;
  const record = await getRederivation(table, chain);
  if (!record) {
    if (options.compare || options.switch || options.back || options.drop)
      throw new Error(`chain ${chain} has no re-derivation: start one with \`rederive --chain ${chain} --run\``);
    return plan(table, options);
  }
  if (options.run)
    throw new Error(`chain ${chain} has a re-derivation of ${shown(record)} already: end it with --drop first`);
  const parts = await getParts(table, chain);
  if (options.switch || options.back) return change(table, options, record, parts);
  if (options.drop) return drop(table, options, record);
  if (options.compare) return compare(table, options, record);
  return watch(table, options);
}

async function plan(table: Table, options: Options): Promise<void> {
  const { chain: chainId, only: families = ROW_FAMILIES, json, run } = options;
  const [item, traced] = await Promise.all([
    table.get(cursorKey(chainId), true),
    table.get(traceCursorKey(chainId), true),
  ]);
  if (!item)
    throw new Error(`chain ${chainId} is not indexed yet: its follower has not reached its node (see health-check)`);
  const cursor = readCursor(item);
  const configured = getChains(options).find((one) => one.chainId === chainId);
  const jobs = await getJobs(table, chainId);
  const range = rederivedRange(
    {
      ...(options.from === undefined ? {} : { from: blockIn(options.from, '--from') }),
      ...(options.to === undefined ? {} : { to: blockIn(options.to, '--to') }),
    },
    {
      cursor,
      ranges: indexedRanges(cursor, jobs),
      traceCursor: traced && readTraceCursor(traced),
    },
    {
      finalityDepth: configured?.finalityDepth ?? DEFAULT_FINALITY_DEPTH,
      traces: families.includes('traces') && configured?.traces !== false,
    },
  );
  const running = jobs.find((job) => job.doneAt === undefined && meet(job, range));
  if (running) throw new Error(`${shown(running)} are being backfilled: wait until they are, or choose others`);
  const chain = { chainId, network: configured?.network ?? ('mainnet' as const) };
  const estimate = await estimateRederivation(table, chain, range, families, cursor);
  if (json && !run) return console.log(JSON.stringify({ ...range, families, ...estimate }, null, 2));
  if (!json) for (const line of planLines(range, families, estimate, configured)) console.log(line);
  if (!run) return console.log('Nothing is changed yet: start it with --run.');
  const workers = configured?.backfillWorkers ?? (options.local === undefined ? DEPLOYED : LOCAL).backfillWorkers;
  if (!(await createRederivation(table, chainId, { ...range, families }, { workers, now: Date.now() })))
    throw new Error(`chain ${chainId} has a re-derivation since this moment: see \`rederive --chain ${chainId}\``);
  await watch(table, options);
}

function planLines(
  range: BlockRange,
  families: readonly RowFamily[],
  { blocks, transactions, rows, writeUnits, readUnits, objects, dollars }: RederiveEstimate,
  configured: Config['chains'][number] | undefined,
): string[] {
  const rate = configured?.backfillWriteUnitsPerSecond ?? DEPLOYED.backfillWriteUnitsPerSecond;
  return [
    `Derive ${families.join(', ')} of ${shown(range)} again: ${counted(blocks, 'block')} with ${counted(transactions, 'transaction')}.`,
    `About ${count(rows)} rows: ${count(writeUnits)} write units, ${count(readUnits)} read units and ${counted(objects, 'object')} of the bucket, $${dollars.toFixed(2)}. --drop deletes as many rows again, for about $${(writeUnits * PRICE.writeUnit).toFixed(2)}.`,
    `At ${count(rate)} write units a second (backfillWriteUnitsPerSecond), it takes at least ${duration(Math.ceil(writeUnits / rate))}.`,
    'The node is not called, except for balances that no row has: --compare counts them, and they are read after --switch.',
  ];
}

async function change(
  table: Table,
  options: Options,
  record: Rederivation,
  parts: readonly RederivePart[],
): Promise<void> {
  const { chain, json } = options;
  const wanted = options.switch === true;
  if (record.work === 'drop')
    throw new Error('the rows that are not in use are being deleted: start another re-derivation');
  if (record.switched === wanted)
    throw new Error(wanted ? 'the derived rows are in use already' : 'the rows of before are in use already');
  if (record.work === 'derive' || (record.work === 'compare' && !parts.every((part) => isDone(part, record))))
    throw new Error(`compare the rows with those in use first: \`rederive --chain ${chain} --compare\``);
  const { balances } = joinFindings(parts.map(({ found }) => found));
  if (!json && wanted && balances > 0)
    console.log(
      `At most ${counted(balances, 'balance')} will be read from the node, in about ${counted(Math.ceil(balances / BALANCES_PER_CALL), 'call')}.`,
    );
  if (!(await changeCopies(table, chain, record, { parts, now: Date.now() })))
    throw new Error('another request came first: look again');
  if (!json) console.log(wanted ? 'Readers use the derived rows.' : 'Readers use the rows of before.');
  await watch(table, options);
}

async function drop(table: Table, options: Options, record: Rederivation): Promise<void> {
  const { chain, json } = options;
  if (record.work !== 'drop') {
    const parts = await getParts(table, chain);
    if (record.work === 'settle' && !parts.every((part) => isDone(part, record)))
      throw new Error(`rows that blocks share are still being corrected: see \`rederive --chain ${chain}\``);
    if (!(await requestWork(table, chain, record, { work: 'drop', now: Date.now() })))
      throw new Error('another request came first: look again');
  }
  if (!json)
    console.log(
      `Deleting the ${record.switched ? 'rows of before' : 'derived rows'}, which are not in use. It starts within a minute.`,
    );
  await watch(table, options);
}

/** Once; later only shows the result. */
async function compare(table: Table, options: Options, record: Rederivation): Promise<void> {
  const { chain, json } = options;
  const isWhole = async (at: Rederivation) => (await getParts(table, chain)).every((part) => isDone(part, at));
  if (record.work === 'drop')
    throw new Error('the rows that are not in use are being deleted: there is nothing to compare');
  if (record.work === 'derive') {
    if (!(await isWhole(record)))
      throw new Error(`the rows are not all derived yet: see \`rederive --chain ${chain}\``);
    if (!(await requestWork(table, chain, record, { work: 'compare', now: Date.now() })))
      throw new Error('another request came first: look again');
  }
  if (!json) await progress(table, chain, ({ work }) => work === 'compare');
  const now = await getRederivation(table, chain);
  const found = joinFindings((await getParts(table, chain)).map((part) => part.found));
  if (json) {
    console.log(JSON.stringify({ ...now, isWhole: now !== undefined && (await isWhole(now)), ...found }, null, 2));
    return;
  }
  for (const line of compareLines(found)) console.log(line);
  if (!record.switched)
    console.log(
      `Let readers use the derived rows with \`rederive --chain ${chain} --switch\`, or delete them with --drop.`,
    );
}

const DOING = {
  derive: 'deriving',
  compare: 'comparing',
  settle: 'correcting rows that blocks share',
  drop: 'deleting',
} as const;

/** Until the work of this round is done. With `json`, prints the state once. */
async function watch(table: Table, { chain, json }: Options): Promise<void> {
  if (json) {
    const [record, parts] = await Promise.all([getRederivation(table, chain), getParts(table, chain)]);
    console.log(JSON.stringify(record ? { ...record, parts } : {}, null, 2));
    return;
  }
  const ended = await progress(table, chain, () => true);
  console.log(ended ? nextStep(ended.record, ended.found) : 'Done: the rows that were not in use are deleted.');
}

/** undefined once there is no re-derivation. */
async function progress(table: Table, chain: string, isOurs: (record: Rederivation) => boolean) {
  for (;;) {
    const record = await getRederivation(table, chain);
    const parts = await getParts(table, chain);
    if (!record) return undefined;
    const isWhole = parts.every((part) => isDone(part, record));
    if (!isOurs(record) || (isWhole && record.work !== 'drop'))
      return { record, found: joinFindings(parts.map(({ found }) => found)) };
    console.log(`${shown(record)}: ${progressLine(record, parts)}`);
    await new Promise((resolve) => setTimeout(resolve, PROGRESS_INTERVAL_MS));
  }
}

function nextStep(record: Rederivation, found: Findings): string {
  if (record.work === 'derive') return `${shown(record)}: derived. Compare the rows with those in use: --compare.`;
  if (record.work === 'compare')
    return `${shown(record)}: compared, ${hasDifferences(found) ? 'with differences' : 'without differences'}. See --compare, then use the rows with --switch, or delete them with --drop.`;
  return record.switched
    ? `${shown(record)}: the derived rows are in use. Delete the others with --drop, or return to them with --back.`
    : `${shown(record)}: the rows of before are in use. Delete the derived ones with --drop, or use them with --switch.`;
}

function progressLine(record: Rederivation, parts: readonly RederivePart[]): string {
  const now = parts.map((part) => inRound(part, record));
  const blocks = record.to - record.from + 1;
  const left = now.reduce((sum, part) => sum + (isDone(part, record) ? 0 : Math.max(0, part.to + 1 - part.next)), 0);
  const running = now.filter((part) => !isDone(part, record) && part.speed !== undefined);
  const speed = running.reduce((sum, part) => sum + (part.speed ?? 0), 0);
  const units = now.reduce((sum, part) => sum + part.writeUnits, 0);
  const error = now.find((part) => !isDone(part, record) && part.lastError !== undefined)?.lastError;
  return progressText({ doing: DOING[record.work], blocks, left, speed, writeUnits: units, error });
}
