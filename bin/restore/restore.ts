import { functions } from '../../lambdas/app/contract/functions';
import { getCursor } from '../../lambdas/chain/follower/cursor-of';
import type { Config } from '../../lambdas/core/contract/config';
import { FORMER_PARAMETER, TABLE_PARAMETER, tableName, tableParameter } from '../../lambdas/core/contract/env';
import { pChainSource } from '../../lambdas/core/contract/pchain-source';
import type { Timer } from '../../lambdas/core/runtime/clock';
import type { Restored } from '../../lambdas/core/table/restored';
import type { Table } from '../../lambdas/core/table/table';
import { indexedChains } from '../../lambdas/evm/contract/kind';
import type { FollowUp } from '../../lambdas/webhooks/restore/carry-webhooks';
import { createFeedProgress } from '../../lambdas/webhooks/rows/feed-progress';
import { getStacks, stackName } from '../../lib/stack-names';
import { counted, duration } from '../../site/shared/format';
import { carryOperations, carryOver } from './carry-over';
import { findChanges } from './changes';
import type { CheckedChain } from './check-chain';
import type { Deployment } from './deployment';

/** Stored in SSM, so that another process can continue. */
export interface RestoreState {
  /** The restored moment, Unix ms. */
  readonly at: number;
  /** Back to a table that was in use since. */
  readonly isReturn?: boolean;
  readonly table: string;
  readonly previous: string;
  /** `switched`: waits for `--confirm` or `--back`. */
  readonly phase: 'preparing' | 'switching' | 'switched' | 'ended';
}

export interface RestoreDeps {
  readonly config: Config;
  readonly deployment: Deployment;
  readonly openTable: (name: string) => Table;
  /** Throws NodeError. */
  readonly checkChain: (tables: Restored, chain: Config['chains'][number]) => Promise<CheckedChain>;
  /** Of API keys. */
  readonly owners: () => Promise<readonly string[]>;
  /** To the matcher's queue. */
  readonly send: (messages: readonly FollowUp[]) => Promise<void>;
  readonly timer: Pick<Timer, 'now' | 'sleep'>;
  readonly say: (line: string) => void;
}

const POLL_MS = 5_000;
const RESTORE_POLL_MS = 30_000;
/** A follower's invocation lasts up to 15 minutes. */
const MAX_LEASES_MS = 16 * 60_000;
/** From a lease that ends to the next follower's. */
const HANDOVER_MS = 20_000;
const MAX_MATCHING_MS = 10 * 60_000;
const MAX_STACK_MS = 60 * 60_000;

const stateParameter = (service: string): string => `/${service}/restore`;

export async function readState({ config, deployment }: RestoreDeps): Promise<RestoreState | undefined> {
  const stored = await deployment.parameter(stateParameter(config.name));
  const state = stored === undefined ? undefined : (JSON.parse(stored) as RestoreState);
  return state?.phase === 'ended' ? undefined : state;
}

const writeState = ({ config, deployment }: RestoreDeps, state: RestoreState): Promise<void> =>
  deployment.putParameter(stateParameter(config.name), JSON.stringify(state));

/** The table in use. Deployments of 0.1.0 have no parameter. */
export const tableInUse = async ({ config, deployment }: RestoreDeps): Promise<string> =>
  (await deployment.parameter(tableParameter(config.name))) ?? tableName(config.name);

/** Throws if the table cannot be restored to `at` (Unix ms). */
export async function planRestore(deps: RestoreDeps, at: number): Promise<RestoreState & { readonly bytes: number }> {
  const { config, deployment, timer } = deps;
  const previous = await tableInUse(deps);
  const [found, window] = await Promise.all([deployment.table(previous), deployment.recoveryWindow(previous)]);
  if (!found) throw new Error(`there is no table ${previous} in this account and region: deploy ${config.name} first`);
  if (!window)
    throw new Error(`${previous} has no point-in-time recovery: it is off in the configuration (pointInTimeRecovery)`);
  const [from, to] = [new Date(window.from).toISOString(), new Date(window.to).toISOString()];
  if (at > timer.now() || at < window.from || at > window.to)
    throw new Error(`${previous} can be restored to any second from ${from} to ${to}: choose --to between them`);
  const stacks = await Promise.all(getStacks(config).map((stack) => deployment.stack(stackName(config.name, stack))));
  if (!stacks.some((stack) => stack?.table !== undefined))
    throw new Error(`the deployed version of ${config.name} cannot change its table: deploy this version first`);
  const moment = new Date(at).toISOString().slice(0, 19).replaceAll(/[-:]/g, '');
  const own = tableName(config.name);
  // Deleted after an earlier restore: the stack's table exists again. Otherwise no table that was in use since.
  const isFree = previous !== own && !(await deployment.table(own));
  const table = isFree ? own : `${own}-${moment}-${Math.floor(timer.now() / 1_000).toString(36)}`;
  return { at, previous, table, phase: 'preparing', bytes: found.bytes };
}

/** Continues wherever an earlier process ended. `isForced`: although checks failed or work is unfinished. */
export async function runRestore(deps: RestoreDeps, state: RestoreState, isForced: boolean): Promise<void> {
  await writeState(deps, state);
  let changes: readonly string[] = [];
  if (state.phase === 'preparing') {
    changes = await prepare(deps, state, isForced);
    await writeState(deps, { ...state, phase: 'switching' });
  }
  await switchTable(deps, state, changes);
  await writeState(deps, { ...state, phase: 'switched' });
}

/** To the table in use before. Undoes nothing that was prepared, and can be repeated. */
export async function goBack(deps: RestoreDeps, state: RestoreState, isForced: boolean): Promise<void> {
  const { table, previous, phase, isReturn } = state;
  if (isReturn && phase !== 'switched') return runRestore(deps, state, isForced);
  if (phase === 'preparing') {
    await start(deps);
    await writeState(deps, { ...state, phase: 'ended' });
    return deps.say(`${previous} is in use as before. ${table} is not needed any more.`);
  }
  await runRestore(deps, { ...state, table: previous, previous: table, phase: 'preparing', isReturn: true }, isForced);
}

export const confirm = (deps: RestoreDeps, state: RestoreState): Promise<void> =>
  writeState(deps, { ...state, phase: 'ended' });

/** Returns the changes that were shown. */
async function prepare(deps: RestoreDeps, state: RestoreState, isForced: boolean): Promise<readonly string[]> {
  const { config, deployment, openTable, timer, say } = deps;
  if (!state.isReturn) await restoreTable(deps, state);
  const tables = { replaced: openTable(state.previous), restored: openTable(state.table) };
  if (!state.isReturn) await check(deps, tables, isForced);
  const { scheduled, mappings } = await workers(deps);
  say(`Stopping ${counted(scheduled.length, 'scheduled function')}…`);
  for (const name of scheduled) await deployment.stopFunction(name);
  let [fences, freeSince] = ['', timer.now()];
  await until(deps, MAX_LEASES_MS, 'followers to end', async () => {
    const found = await Promise.all(followed(config).map(({ name }) => getCursor(tables.replaced, name)));
    const cursors = found.filter((cursor) => cursor !== undefined);
    const held = cursors.filter(({ leaseUntil }) => leaseUntil > timer.now());
    // One that is just starting may still take a lease.
    const seen = cursors.map(({ fence }) => fence).join();
    if (held.length > 0 || seen !== fences) [fences, freeSince] = [seen, timer.now()];
    return timer.now() - freeSince >= HANDOVER_MS ? undefined : counted(held.length, 'follower');
  });
  // Stopped by an earlier process that ended.
  if ((await unmatched(tables.replaced, config)) > 0) for (const id of mappings) await deployment.setMapping(id, true);
  await until(deps, MAX_MATCHING_MS, 'block events to be matched', async () => {
    const open = await unmatched(tables.replaced, config);
    return open === 0 ? undefined : counted(open, 'block event');
  }).catch((error: unknown) => {
    if (!isForced) throw error;
    say(`Continuing without them (--force): ${error instanceof Error ? error.message : error}`);
  });
  say(`Stopping ${counted(mappings.length, 'queue worker')}…`);
  for (const id of mappings) await deployment.setMapping(id, false);
  await until(deps, MAX_MATCHING_MS, 'queue workers to stop', async () => {
    const states = await Promise.all(mappings.map((id) => deployment.mapping(id)));
    const left = states.filter((one) => one !== 'Disabled');
    return left.length === 0 ? undefined : counted(left.length, 'worker');
  });
  const owners = await deps.owners();
  const { chains, followUps } = await carryOver(tables, {
    chains: followed(config),
    owners,
    at: state.at,
    now: timer.now,
  });
  // They wait in the queue, as its worker is stopped.
  await deps.send(followUps);
  for (const { chain, replaced, restored } of chains)
    say(`Chain ${chain}: continues at block ${restored.number} (${state.previous}: ${replaced.number}).`);
  return sayChanges(deps, tables, owners, []);
}

async function restoreTable(deps: RestoreDeps, { at, table, previous }: RestoreState): Promise<void> {
  const { deployment, timer, say } = deps;
  const source = await deployment.table(previous);
  if (!(await deployment.table(table))) {
    say(`Restoring ${previous} as of ${new Date(at).toISOString()} to ${table}…`);
    await deployment.restoreTable(previous, table, at);
  }
  const began = timer.now();
  for (;;) {
    const status = (await deployment.table(table))?.status;
    if (status === 'ACTIVE') break;
    const seconds = Math.round((timer.now() - began) / 1_000);
    say(`${table}: ${status}, for ${duration(seconds)}. The service goes on meanwhile; Ctrl-C only ends this display.`);
    await timer.sleep(RESTORE_POLL_MS);
  }
  await deployment.keepSettings(table, source?.isProtected === true);
}

async function check({ config, checkChain, say }: RestoreDeps, tables: Restored, isForced: boolean): Promise<void> {
  let isWrong = false;
  for (const chain of indexedChains(config)) {
    const { chainId } = chain;
    try {
      const found = await checkChain(tables, chain);
      if (found.block === undefined) say(`Chain ${chainId}: not in the restored table; it will be indexed anew.`);
      else
        say(
          `Chain ${chainId}: at block ${found.block}; ${counted(found.blocks, 'block')} and ${counted(found.balances, 'balance')} compared with the node, ${found.differences.length} differ.`,
        );
      for (const line of found.differences) say(`  ${line}`);
      isWrong ||= found.isWrong;
    } catch (error) {
      say(`Chain ${chainId}: ${error instanceof Error ? error.message : error}`);
      isWrong = true;
    }
  }
  for (const { network } of config.pChains.filter(({ index }) => index))
    say(
      `P-Chain of ${network}: not compared. It continues from its restored block; its state is compared with the node as usual.`,
    );
  if (isWrong && !isForced)
    throw new Error(
      'the restored table differs from the nodes, or a node does not answer: choose an earlier moment, or use --force. Nothing was switched; --back ends this restore',
    );
}

const followed = (config: Config) => [
  ...indexedChains(config).map(({ chainId: name, finalityDepth }) => ({ name, finalityDepth })),
  ...config.pChains.filter(({ index }) => index).map(({ network }) => ({ name: pChainSource(network) })),
];

/** Events that were published, and whose messages may not exist yet. */
async function unmatched(table: Table, config: Config): Promise<number> {
  let open = 0;
  for (const { name } of followed(config)) {
    const cursor = await getCursor(table, name);
    const { matched } = await createFeedProgress(table).of(name, true);
    if (cursor) open += Math.max(0, cursor.serial - matched.serial);
  }
  return open;
}

const SCHEDULED = functions.filter(({ schedule }) => schedule !== undefined).map(({ id }) => id);

async function workers({ config, deployment }: RestoreDeps) {
  const [scheduled, mappings]: [string[], string[]] = [[], []];
  for (const stack of getStacks(config)) {
    const name = stackName(config.name, stack);
    if (!(await deployment.stack(name))) continue;
    for (const { type, logicalId, physicalId } of await deployment.stackResources(name)) {
      if (type === 'AWS::Lambda::EventSourceMapping') mappings.push(physicalId);
      const isScheduled = SCHEDULED.some((id) => new RegExp(`^${id}(Worker)?Function[0-9A-F]{8}$`).test(logicalId));
      if (type === 'AWS::Lambda::Function' && isScheduled) scheduled.push(physicalId);
    }
  }
  return { scheduled, mappings };
}

async function switchTable(
  deps: RestoreDeps,
  { table, previous }: RestoreState,
  shown: readonly string[],
): Promise<void> {
  const { config, deployment, openTable, say } = deps;
  for (const stack of getStacks(config).map((one) => stackName(config.name, one))) {
    if ((await deployment.stack(stack))?.table === undefined) continue;
    const isSettled = async () => {
      const now = await deployment.stack(stack);
      if (now?.status.includes('ROLLBACK') || now?.status.endsWith('_FAILED'))
        throw new Error(`stack ${stack} is ${now.status}: repair it (docs/runbook.md), then run this again`);
      return now?.status.endsWith('_COMPLETE') ? undefined : `${now?.status}`;
    };
    await until(deps, MAX_STACK_MS, `an update of stack ${stack} to end`, isSettled);
    if ((await deployment.stack(stack))?.table !== table)
      await deployment.updateStack(stack, { [TABLE_PARAMETER]: table, [FORMER_PARAMETER]: previous });
    await until(deps, MAX_STACK_MS, `stack ${stack} to use ${table}`, isSettled);
    say(`Stack ${stack} uses ${table}.`);
  }
  const tables = { replaced: openTable(previous), restored: openTable(table) };
  // Requests were served, and exports ran, throughout.
  for (const owner of await deps.owners()) await carryOperations(tables, owner);
  await start(deps);
  await sayChanges(deps, tables, await deps.owners(), shown);
}

async function start(deps: RestoreDeps): Promise<void> {
  const { scheduled, mappings } = await workers(deps);
  for (const name of scheduled) await deps.deployment.startFunction(name);
  for (const id of mappings) await deps.deployment.setMapping(id, true);
  deps.say(
    `Started ${counted(scheduled.length, 'scheduled function')} and ${counted(mappings.length, 'queue worker')}.`,
  );
}

/** Returns the changes that are not in `shown`, after printing them. */
async function sayChanges(
  { say }: RestoreDeps,
  tables: Restored,
  owners: readonly string[],
  shown: readonly string[],
): Promise<readonly string[]> {
  const changes = (await findChanges(tables, owners)).filter((line) => !shown.includes(line));
  if (changes.length > 0) say('Changes of webhooks, addresses and secrets that are lost:');
  for (const line of changes) say(`  ${line}`);
  return changes;
}

/** Polls until `left` returns undefined; it describes the remaining work. Throws after `ms`. */
async function until(
  { timer, say }: RestoreDeps,
  ms: number,
  what: string,
  left: () => Promise<string | undefined>,
): Promise<void> {
  const end = timer.now() + ms;
  let said: string | undefined;
  for (let now = await left(); now !== undefined; now = await left()) {
    if (timer.now() > end)
      throw new Error(`waited ${duration(ms / 1_000)} for ${what}, and ${now} is left: run this again`);
    if (now !== said) say(`Waiting for ${what}: ${now}`);
    said = now;
    await timer.sleep(POLL_MS);
  }
}
