import type { Command } from 'commander';
import type { BackfillJob } from '../../lambdas/chain/domain/backfill-job';
import type { BlockRange } from '../../lambdas/chain/domain/block-range';
import { type Cursor, secondsBehind, visibleBlock } from '../../lambdas/chain/domain/cursor';
import { indexedRanges } from '../../lambdas/chain/domain/indexed-ranges';
import { type OutdatedRows, outdatedRows } from '../../lambdas/chain/domain/outdated-rows';
import { ROW_FAMILIES } from '../../lambdas/chain/domain/rederivation';
import { getJobs } from '../../lambdas/chain/rows/backfill-jobs';
import { cursorKey, readCursor } from '../../lambdas/chain/rows/cursor-item';
import { rederivationKey } from '../../lambdas/chain/rows/rederivation-item';
import { getNetwork, isPChain, pChainSource } from '../../lambdas/core/contract/pchain-source';
import type { Table } from '../../lambdas/core/table/table';
import { derivableNow, estimateRederivation } from '../../lambdas/evm/rederive/estimate';
import { estimateNetwork } from '../../lambdas/pchain/rederive/estimate';
import { NETWORK_WRITE_UNITS_PER_SECOND } from '../../lambdas/pchain/rederive/rate';
import { DEPLOYED } from '../../lib/chain-defaults';
import { count, counted, duration } from '../../site/shared/format';
import { DEFAULT_FINALITY_DEPTH, shown } from './compare-lines';
import { getConfigured, getReady, type Target, withTable } from './service';

interface Options extends Target {
  readonly chain?: string;
  readonly network?: string;
  readonly json?: boolean;
}

/** Outdated rows, and the cost of re-deriving those that `rederive` accepts now. */
export interface Outdated extends OutdatedRows {
  /** Not final yet, or in a job of history that is not done. */
  readonly blocksLater: number;
  readonly writeUnits: number;
  readonly dollars: number;
  /** At the chain's rate of write units; at least. */
  readonly seconds: number;
  readonly commands: readonly string[];
}

export interface ChainStatus {
  readonly chain: string;
  /** Absent if nothing is indexed yet. */
  readonly block?: number;
  readonly head?: number;
  readonly secondsBehind?: number;
  readonly lastError?: string;
  /** Wholly indexed and visible. */
  readonly ranges: readonly BlockRange[];
  /** A re-derivation has begun and is not dropped: the chain takes no other. */
  readonly isRederiving: boolean;
  readonly outdated: readonly Outdated[];
}

export function statusCommand(program: Command, on: (command: Command) => Command): void {
  on(program.command('status'))
    .description('show what is indexed, and which rows an earlier version derived differently')
    .option('--chain <id>', 'only this chain')
    .option('--network <name>', "only this network's P-Chain")
    .addHelpText(
      'after',
      '\nExamples:\n  $ npm run cli -- status\n  $ npm run cli -- status --chain 43114 --json\n\nBlocks that an earlier version indexed may lack data that the code stores today. For each range, `status` prints the command that derives it again, and what it takes.',
    )
    .action((options: Options) =>
      withTable(options, async (table) => {
        const all: ChainStatus[] = [];
        for (const chain of await getNames(options)) all.push(await getStatus(table, chain, options));
        if (options.json) return console.log(JSON.stringify(all, null, 2));
        for (const one of all) for (const line of statusLines(one)) console.log(line);
      }),
    );
}

const CHAIN_PREFIX = 'chain-';

/** A local service may run without a configuration file: its health check names its chains. */
async function localNames({ dataUrl }: Pick<ReturnType<typeof getReady>, 'dataUrl'>): Promise<string[]> {
  const { info = {}, error = {} } = (await (await fetch(`${dataUrl}/v1/health-check`)).json()) as Health;
  const names = [...new Set([...Object.keys(info), ...Object.keys(error)])];
  return names.flatMap((name) =>
    name.startsWith(CHAIN_PREFIX) ? [name.slice(CHAIN_PREFIX.length)] : isPChain(name) ? [name] : [],
  );
}
type Health = Partial<Record<'info' | 'error', Readonly<Record<string, unknown>>>>;

async function getNames(options: Options): Promise<string[]> {
  const { chain, network } = options;
  if (chain !== undefined || network !== undefined)
    return [...(chain === undefined ? [] : [chain]), ...(network === undefined ? [] : [pChainSource(network)])];
  if (options.local !== undefined && options.config === undefined) return localNames(getReady(options.local));
  const { chains, pChains } = getConfigured(options);
  const indexed = pChains.filter(({ index }) => index).map((one) => pChainSource(one.network));
  const names = [...chains.map(({ chainId }) => chainId), ...indexed];
  if (names.length === 0) throw new Error('the configuration has no chains: name one with --chain or --network');
  return names;
}

async function getStatus(table: Table, chain: string, options: Options): Promise<ChainStatus> {
  const item = await table.get(cursorKey(chain), true);
  if (!item) return { chain, ranges: [], isRederiving: false, outdated: [] };
  const cursor = readCursor(item);
  const jobs = await getJobs(table, chain);
  const families = isPChain(chain) ? (['network'] as const) : ROW_FAMILIES;
  const outdated: Outdated[] = [];
  for (const one of outdatedRows(cursor, jobs, families))
    outdated.push(
      isPChain(chain)
        ? await wholeNetwork(table, chain, cursor, one)
        : await rangesOfChain(table, { chain, cursor, jobs, options }, one),
    );
  const ranges = indexedRanges(cursor, jobs);
  return {
    chain,
    ...(ranges.length > 0 ? { block: visibleBlock(cursor) } : {}),
    head: cursor.head,
    // Without a block of its own, the follower has no time.
    ...(cursor.time > 0 ? { secondsBehind: secondsBehind(cursor, Date.now()) } : {}),
    ...(cursor.lastError === undefined ? {} : { lastError: cursor.lastError }),
    ranges,
    isRederiving: (await table.get(rederivationKey(chain), true)) !== undefined,
    outdated,
  };
}

async function wholeNetwork(table: Table, chain: string, cursor: Cursor, found: OutdatedRows): Promise<Outdated> {
  const network = getNetwork(chain);
  const { writeUnits, dollars } = await estimateNetwork(table, network, cursor);
  const seconds = Math.ceil(writeUnits / NETWORK_WRITE_UNITS_PER_SECOND);
  return { ...found, blocksLater: 0, writeUnits, dollars, seconds, commands: [`rederive --network ${network}`] };
}

interface InChain {
  readonly chain: string;
  readonly cursor: Cursor;
  readonly jobs: readonly BackfillJob[];
  readonly options: Options;
}

const countBlocks = (ranges: readonly BlockRange[]): number =>
  ranges.reduce((sum, { from, to }) => sum + to + 1 - from, 0);

async function rangesOfChain(
  table: Table,
  { chain, cursor, jobs, options }: InChain,
  found: OutdatedRows,
): Promise<Outdated> {
  const configured = getConfigured(options).chains.find(({ chainId }) => chainId === chain);
  const ranges = derivableNow(found.ranges, cursor, jobs, configured?.finalityDepth ?? DEFAULT_FINALITY_DEPTH);
  const known = { chainId: chain, network: configured?.network ?? ('mainnet' as const) };
  let [writeUnits, dollars] = [0, 0];
  for (const range of ranges) {
    const estimate = await estimateRederivation(table, known, range, found.families, cursor);
    writeUnits += estimate.writeUnits;
    dollars += estimate.dollars;
  }
  const rate = configured?.backfillWriteUnitsPerSecond ?? DEPLOYED.backfillWriteUnitsPerSecond;
  return {
    ...found,
    blocksLater: countBlocks(found.ranges) - countBlocks(ranges),
    writeUnits,
    dollars,
    seconds: Math.ceil(writeUnits / rate),
    commands: ranges.map(
      ({ from, to }) => `rederive --chain ${chain} --from ${from} --to ${to} --only ${found.families.join()}`,
    ),
  };
}

const MAX_LINES = 5;
const some = (all: readonly string[]): string =>
  all.length <= MAX_LINES ? all.join(', ') : `${all.slice(0, MAX_LINES).join(', ')} and ${all.length - MAX_LINES} more`;

function statusLines({
  chain,
  block,
  head,
  secondsBehind: behind,
  lastError,
  ranges,
  isRederiving,
  outdated,
}: ChainStatus): string[] {
  const whole = isPChain(chain) ? `--network ${getNetwork(chain)}` : `--chain ${chain}`;
  if (block === undefined) return [`${chain}: nothing is indexed yet; see health-check`];
  return [
    `${chain}: block ${count(block)} of ${count(head ?? 0)}, ${behind === undefined ? 'no block of the head yet' : behind === 0 ? 'up to date' : `${duration(behind)} behind`}${lastError === undefined ? '' : `: ${lastError}`}`,
    `  indexed: ${some(ranges.map(shown))}`,
    ...outdated.flatMap((one) => [
      `  without ${one.lacks}: ${some(one.ranges.map(shown))}, derived by an earlier version`,
      ...(one.blocksLater > 0
        ? [`    ${counted(one.blocksLater, 'block')} cannot be derived again yet: not final, or being backfilled`]
        : []),
      ...(one.commands.length > 0
        ? [
            `    to derive them again${one.commands.length > 1 ? ', one after the other' : ''}: ${count(one.writeUnits)} write units, $${one.dollars.toFixed(2)}, at least ${duration(one.seconds)}`,
          ]
        : []),
      ...(isRederiving ? [] : one.commands.slice(0, MAX_LINES).map((command) => `    $ npm run cli -- ${command}`)),
      ...(one.commands.length > MAX_LINES ? [`    and ${counted(one.commands.length - MAX_LINES, 'range')} more`] : []),
    ]),
    ...(isRederiving
      ? [`  a re-derivation has begun: see \`npm run cli -- rederive ${whole}\`, and end it before another`]
      : []),
    ...(outdated.length === 0 ? ['  all rows are of this version'] : []),
  ];
}
