import { resolve } from 'node:path';
import type { Command } from 'commander';
import { PRICE } from '../../lambdas/core/contract/prices';
import { systemTimer } from '../../lambdas/core/runtime/clock';
import { loadConfig } from '../../lib/config';
import { restoreData } from '../../local/backup';
import {
  confirm,
  goBack,
  planRestore,
  type RestoreDeps,
  type RestoreState,
  readState,
  runRestore,
  tableInUse,
} from '../restore/restore';
import { gateway, listKeys } from './keys';
import { createNode } from './node';
import { createQueues } from './service';

interface Options {
  readonly from?: string;
  readonly to?: string;
  readonly config?: string;
  readonly run?: boolean;
  readonly force?: boolean;
  readonly back?: boolean;
  readonly confirm?: boolean;
}

const GB = 1e9;

export function restoreCommand(program: Command): void {
  program
    .command('restore')
    .description('restore the table of a deployed service to an earlier moment, or the data folder of a local one')
    .option('--to <moment>', 'moment (2026-11-26T03:00Z); with --from, a new data folder')
    .option('--from <dir>', 'backup folder of a local service; left unchanged')
    .option('--config <file>', 'configuration file (default: config.json)')
    .option('--run', 'restore and switch; without it, only shows what would be done')
    .option('--force', 'continue although the restored table differs from the nodes, or events are not matched')
    .option('--back', 'return to the table in use before, until confirmed')
    .option('--confirm', 'keep the restored table')
    .addHelpText(
      'after',
      '\nExamples:\n  $ npm run cli -- restore --to 2026-11-26T03:00Z\n  $ npm run cli -- restore --to 2026-11-26T03:00Z --run\n  $ npm run cli -- restore --back\n  $ npm run cli -- restore --from /backups/2026-11-26 --to /var/lib/chain-data\n\nThe table is restored beside the one in use, which stays as it is. `restore --run` continues after an interruption at any step; without options, the command shows where it is. docs/runbook.md describes each step.\n\nOf a local service, stop the original first if both use the same ports or send webhooks: webhooks that were pending when the backup was made are sent again.',
    )
    .action((options: Options) => (options.from === undefined ? restoreDeployed(options) : restoreLocal(options)));
}

function restoreLocal({ from = '', to }: Options): void {
  if (to === undefined) throw new Error('specify --to: a new data folder');
  restoreData(resolve(from), resolve(to));
  console.log(`Restored. Start it with \`npm run local -- --data ${to} --config FILE\`.`);
}

async function restoreDeployed(options: Options): Promise<void> {
  const deps = await createDeps(options);
  const { say } = deps;
  const state = await readState(deps);
  const isForced = options.force === true;
  if (options.back || options.confirm) {
    if (!state) throw new Error('no restore is in progress or waits for a confirmation');
    if (options.back) await advised(goBack(deps, state, isForced));
    else if (state.phase !== 'switched') throw new Error(`the switch to ${state.table} is not finished: use --run`);
    else await confirm(deps, state);
    return say(options.back ? '' : afterConfirm(state));
  }
  const at = options.to === undefined ? undefined : momentIn(options.to);
  if (state) {
    if (at !== undefined && state.at !== at) throw new Error(`another restore is not finished. ${describe(state)}`);
    if (!options.run || state.phase === 'switched') return say(describe(state));
    await advised(runRestore(deps, state, isForced));
    return say(describe({ ...state, phase: 'switched' }));
  }
  if (at === undefined) throw new Error('specify --to: a moment such as 2026-11-26T03:00Z');
  const { bytes, ...plan } = await planRestore(deps, at);
  for (const line of planLines(plan, bytes)) say(line);
  if (!options.run) return say('Nothing was changed. Add --run to do this.');
  await advised(runRestore(deps, plan, isForced));
  say(describe({ ...plan, phase: 'switched' }));
}

/** Something may be stopped when it fails. */
const advised = (work: Promise<void>): Promise<void> =>
  work.catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(
      `${reason}\nFollowers and queue workers may be stopped. Continue with \`restore --run\`, or start them again with \`restore --back\`.`,
      { cause: error },
    );
  });

async function createDeps({ config: file }: Options): Promise<RestoreDeps> {
  const config = loadConfig(file);
  const { name, sqs } = await createQueues(file === undefined ? {} : { config: file });
  const [{ createDeployment }, { checkChain }, { createAuditedWebhooks }, { sendToMatcher }, tables, clients] =
    await Promise.all([
      import('../restore/deployment'),
      import('../restore/check-chain'),
      import('../../lambdas/webhooks/rows/audited-webhooks'),
      import('./sqs'),
      import('../../lambdas/core/table/table'),
      import('../../lambdas/core/table/dynamo-client'),
    ]);
  const deployment = createDeployment();
  const openTable = (table: string) => tables.createTableClient(table, clients.createDynamoClient());
  const deps: RestoreDeps = {
    ...{ config, deployment, openTable, timer: systemTimer, say: console.log },
    async checkChain(restored, chain) {
      const node = await createNode(chain.chainId, chain);
      return checkChain(restored, chain, node).finally(() => node.close());
    },
    async owners() {
      const keys = await listKeys(gateway(undefined), name);
      const audited = await createAuditedWebhooks(openTable(await tableInUse(deps))).all();
      return [...new Set([...keys, ...audited].map(({ owner }) => owner))].toSorted();
    },
    send: (messages) => sendToMatcher(sqs, name, messages),
  };
  return deps;
}

function momentIn(text: string): number {
  const at = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?(Z|[+-]\d\d:\d\d)$/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(at)) throw new Error(`--to ${text} must be a moment with a time zone, such as 2026-11-26T03:00Z`);
  return at;
}

function planLines({ at, table, previous }: RestoreState, bytes: number): string[] {
  const gb = bytes / GB;
  return [
    `Restore ${previous} as of ${new Date(at).toISOString()} to ${table}:`,
    `  1. AWS restores ${gb.toFixed(1)} GB (about $${(gb * PRICE.restoredGb).toFixed(2)}, and $${(gb * PRICE.tableGb).toFixed(2)} a month while both tables exist). This takes from 20 minutes to several hours; the service goes on meanwhile.`,
    '  2. Sampled blocks and balances of the restored table are compared with the nodes.',
    '  3. Followers stop, the matcher finishes their events, and queue workers stop. The API goes on, with data that grows old.',
    '  4. Serials, message ids, exports and usage since then are carried over. Changes of webhooks since then are listed.',
    '  5. The stacks are updated to use the restored table, a few minutes each, and everything is started again.',
    `Until \`restore --confirm\`, \`restore --back\` returns to ${previous}.`,
  ];
}

function describe({ at, isReturn, table, previous, phase }: RestoreState): string {
  const what = isReturn ? `the return to ${table}` : `the restore of ${new Date(at).toISOString()} to ${table}`;
  if (phase !== 'switched')
    return `In progress: ${what}. Continue with --run, or return to the other table with --back.`;
  return `${table} is in use. Check the API, then keep it with --confirm, or return to ${previous} with --back.`;
}

const afterConfirm = ({ table, previous }: RestoreState): string =>
  `${table} stays in use. ${previous} is kept: docs/runbook.md says when and how to delete it.`;
