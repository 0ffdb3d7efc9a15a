import { joinFindings } from '../../lambdas/chain/domain/rederivation';
import { cursorKey, readCursor } from '../../lambdas/chain/rows/cursor-item';
import { pChainSource } from '../../lambdas/core/contract/pchain-source';
import { PRICE } from '../../lambdas/core/contract/prices';
import type { Table } from '../../lambdas/core/table/table';
import type { NetworkRederivation, NetworkWork } from '../../lambdas/pchain/domain/rederivation';
import { estimateNetwork, type NetworkEstimate } from '../../lambdas/pchain/rederive/estimate';
import { NETWORK_WRITE_UNITS_PER_SECOND } from '../../lambdas/pchain/rederive/rate';
import {
  createNetworkRederivation,
  getNetworkRederivation,
  requestNetworkWork,
} from '../../lambdas/pchain/rows/rederivation';
import { count, counted, duration } from '../../site/shared/format';
import { compareLines, PROGRESS_INTERVAL_MS, progressText } from './compare-lines';
import type { Requests } from './rederive';

interface Options extends Requests {
  readonly network: string;
}

/** All rows of a P-Chain, by its indexer. */
export async function rederiveNetwork(table: Table, options: Options): Promise<void> {
  const { network } = options;
  const record = await getNetworkRederivation(table, pChainSource(network));
  if (!record) {
    if (options.compare || options.switch || options.back || options.drop)
      throw new Error(`${network} has no re-derivation: start one with \`rederive --network ${network} --run\``);
    return plan(table, options);
  }
  if (options.run) throw new Error(`${network} has a re-derivation already: end it with --drop first`);
  await request(table, options, record);
  await watch(table, options);
}

/** The indexer notes its progress in the same record, so a request may come too late. */
async function request(table: Table, options: Options, first: NetworkRederivation): Promise<void> {
  const chain = pChainSource(options.network);
  let record: NetworkRederivation | undefined = first;
  while (record) {
    const work = toWork(options, record);
    if (!work || (await requestNetworkWork(table, chain, record, { work, now: Date.now() }))) return;
    record = await getNetworkRederivation(table, chain);
  }
}

async function plan(table: Table, options: Options): Promise<void> {
  const { network, json, run } = options;
  const item = await table.get(cursorKey(pChainSource(network)), true);
  const cursor = item && readCursor(item);
  if (!cursor || cursor.number < cursor.start)
    throw new Error(
      `the P-Chain of ${network} is not indexed yet: see health-check, or \`index\` in its configuration`,
    );
  const estimate = await estimateNetwork(table, network, cursor);
  if (json && !run) return console.log(JSON.stringify(estimate, null, 2));
  if (!json) for (const line of planLines(network, estimate)) console.log(line);
  if (!run) return console.log('Nothing is changed yet: start it with --run.');
  if (!(await createNetworkRederivation(table, pChainSource(network), cursor, Date.now())))
    throw new Error(`${network} has a re-derivation since this moment: see \`rederive --network ${network}\``);
  await watch(table, options);
}

function planLines(network: string, { blocks, rows, writeUnits, readUnits, nodeCalls, dollars }: NetworkEstimate) {
  const seconds = Math.ceil(writeUnits / NETWORK_WRITE_UNITS_PER_SECOND);
  return [
    `Derive all rows of the P-Chain of ${network} again: ${counted(blocks, 'block')}.`,
    `About ${count(rows)} rows: ${count(writeUnits)} write units and ${count(readUnits)} read units, $${dollars.toFixed(2)}. --drop deletes as many rows again, for about $${(rows * PRICE.writeUnit).toFixed(2)} and more for their indexes.`,
    `At ${count(NETWORK_WRITE_UNITS_PER_SECOND)} write units a second, it takes at least ${duration(seconds)}.`,
    nodeCalls === 0
      ? 'The node is not called.'
      : `The bucket does not have the first ${counted(nodeCalls, 'block')}, which an earlier version indexed: they are read from the node, one call each, and kept.`,
  ];
}

/** undefined to only look. */
function toWork(options: Options, record: NetworkRederivation): NetworkWork | undefined {
  const { network } = options;
  const { work, doneAt, switched } = record;
  const isDone = doneAt !== undefined;
  if (work === 'drop' && (options.compare || options.switch || options.back))
    throw new Error('the rows that are not in use are being deleted: start another re-derivation');
  if (options.drop) {
    if (work === 'switch' && !isDone)
      throw new Error('readers are about to use the other rows: wait, or withdraw that with --compare');
    return work === 'drop' ? undefined : 'drop';
  }
  if (options.compare) {
    if (work === 'compare') return undefined;
    if (!isDone && work !== 'switch')
      throw new Error(`the rows are not ready yet: see \`rederive --network ${network}\``);
    return 'compare';
  }
  if (options.switch || options.back) {
    const wanted = options.switch === true;
    if (work === 'switch' && !isDone) return undefined;
    if (switched === wanted)
      throw new Error(wanted ? 'the derived rows are in use already' : 'the rows of before are in use already');
    if (work === 'derive' || !isDone)
      throw new Error(`compare the rows with those in use first: \`rederive --network ${network} --compare\``);
    return 'switch';
  }
  return undefined;
}

const DOING = { derive: 'deriving', compare: 'comparing', switch: 'changing places', drop: 'deleting' } as const;

/** Until the work is done. With `json`, prints the state once. */
async function watch(table: Table, { network, json }: Options): Promise<void> {
  for (;;) {
    const record = await getNetworkRederivation(table, pChainSource(network));
    if (json) return console.log(JSON.stringify(record ?? {}, null, 2));
    if (!record) return console.log('Done: the rows that were not in use are deleted.');
    if (record.doneAt !== undefined) {
      for (const line of doneLines(network, record)) console.log(line);
      return;
    }
    console.log(`${network}: ${progressLine(record)}`);
    await new Promise((resolve) => setTimeout(resolve, PROGRESS_INTERVAL_MS));
  }
}

function doneLines(network: string, { work, switched, found }: NetworkRederivation): string[] {
  const command = `\`rederive --network ${network}`;
  if (work === 'derive') return [`${network}: derived. Compare the rows with those in use: ${command} --compare\`.`];
  if (work === 'compare')
    return [
      ...compareLines(joinFindings([found])),
      ...(switched ? [] : [`Let readers use the derived rows with ${command} --switch\`, or delete them with --drop.`]),
    ];
  return [
    switched
      ? `${network}: the derived rows are in use. Delete the others with --drop, or return to them with --back.`
      : `${network}: the rows of before are in use. Delete the derived ones with --drop, or use them with --switch.`,
  ];
}

function progressLine({
  work,
  from,
  next,
  position,
  head,
  speed = 0,
  writeUnits,
  lastError,
}: NetworkRederivation): string {
  // A comparison begins at 0, also above the first block of a seed.
  const done = Math.max(0, (work === 'compare' || work === 'drop' ? position : next) - from);
  const blocks = Math.max(1, head + 1 - from);
  const left = Math.max(0, blocks - done);
  return progressText({ doing: DOING[work], blocks, left, speed, writeUnits, error: lastError });
}
