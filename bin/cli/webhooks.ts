import { type Command, Option } from 'commander';
import { systemClock } from '../../lambdas/core/runtime/clock';
import type { Table } from '../../lambdas/core/table/table';
import type { MessageStatus } from '../../lambdas/webhooks/contract/schemas/webhook-messages';
import { isDead } from '../../lambdas/webhooks/domain/health';
import type { WebhookRecord } from '../../lambdas/webhooks/domain/webhook';
import { type Target, withTable } from './service';
import {
  disable,
  enable,
  getDetails,
  getStates,
  getWebhook,
  getWebhooks,
  type ReplayRange,
  replayAll,
  type WebhookDetails,
  type WebhookState,
} from './webhook-actions';

interface Options extends Target {
  readonly owner: string;
  readonly json?: boolean;
}
interface ReplayOptions extends Options {
  readonly fromBlock?: string;
  readonly since?: string;
  readonly status?: MessageStatus;
}

/** Adds `webhooks`: what operators see and do of owners' webhooks. */
export function webhookCommands(program: Command, on: (command: Command) => Command): void {
  const group = program.command('webhooks').description("owners' webhooks");
  const of = (command: Command): Command =>
    on(command).requiredOption('--owner <id>', 'whose they are: `keys list` shows the owners');

  of(group.command('list'))
    .description("list an owner's webhooks, oldest first")
    .addOption(new Option('--status <status>', 'only those').choices(['active', 'inactive']))
    .addHelpText('after', '\nExample:\n  $ npm run cli -- webhooks list --owner wallet --status active')
    .action((options: Options & { status?: string }) => withTable(options, (table) => list(table, options)));

  of(group.command('show'))
    .description('show a webhook, how its receiver is doing, and what became of its newest messages')
    .argument('<id>', 'the id that `webhooks list` shows')
    .addHelpText('after', '\nExample:\n  $ npm run cli -- webhooks show --owner wallet 019a8b5e-…')
    .action((id: string, options: Options) =>
      withTable(options, async (table) => {
        const details = await getDetails(table, await getWebhook(table, options.owner, id), systemClock());
        console.log(options.json ? JSON.stringify(details, null, 2) : toText(details));
      }),
    );

  of(group.command('disable'))
    .description('turn a webhook off: nothing more is matched or sent, and its owner sees the reason')
    .argument('[id]', 'the id that `webhooks list` shows')
    .option('--all', 'all webhooks of the owner, instead of one')
    .requiredOption('--reason <text>', 'the reason that the owner sees')
    .addHelpText(
      'after',
      '\nExamples:\n  $ npm run cli -- webhooks disable --owner wallet 019a8b5e-… --reason "sent to a wrong address"\n  $ npm run cli -- webhooks disable --owner wallet --all --reason "the contract has ended"\n\nIts owner can turn it on again as long as there is a key: `keys revoke` takes that away. What waits to be sent again is discarded. It is deleted after 90 days.',
    )
    .action((id: string | undefined, options: Options & { reason: string; all?: boolean }) =>
      withTable(options, async (table) => {
        if ((id === undefined) === !options.all) throw new Error('give the id of a webhook, or --all');
        if (id === undefined) {
          const disabled = await disableAll(
            table,
            some(options.owner, await getWebhooks(table, options.owner)),
            options,
          );
          if (options.json) console.log(JSON.stringify({ disabled, disabledReason: options.reason }, null, 2));
          return;
        }
        const webhook = await getWebhook(table, options.owner, id);
        const isNew = await disable(table, webhook, options.reason);
        const reason = isNew ? options.reason : webhook.disabledReason;
        if (options.json) return console.log(JSON.stringify({ id, disabledReason: reason, wasActive: isNew }, null, 2));
        console.log(
          isNew
            ? `Disabled ${id}. \`webhooks enable --owner ${options.owner} ${id}\` turns it on again.`
            : `${id} was off before${reason === undefined ? '' : `: ${reason}`}.`,
        );
      }),
    );

  of(group.command('enable'))
    .description("turn a webhook on, for blocks from now on; the owner's plan is not asked")
    .argument('<id>', 'the id that `webhooks list` shows')
    .addHelpText('after', '\nExample:\n  $ npm run cli -- webhooks enable --owner wallet 019a8b5e-…')
    .action((id: string, options: Options) =>
      withTable(options, async (table) => {
        const isNew = await enable(table, await getWebhook(table, options.owner, id));
        if (options.json) return console.log(JSON.stringify({ id, wasActive: !isNew }, null, 2));
        console.log(
          isNew
            ? `Enabled ${id}. What it missed is not matched; messages that failed are sent again by \`webhooks replay --owner ${options.owner} ${id} --since TIME --status failed\`.`
            : `${id} was on before.`,
        );
      }),
    );

  of(group.command('replay'))
    .description("send a webhook's messages of the last 30 days again, whether or not it is on; no plan limits this")
    .argument('<id>', 'the id that `webhooks list` shows')
    .option('--from-block <number>', 'those of this block and later ones')
    .option('--since <time>', 'those created at this time or later: 2026-11-22T08:00Z, or Unix seconds')
    .addOption(new Option('--status <status>', 'only those').choices(['pending', 'delivered', 'failed']))
    .addHelpText(
      'after',
      '\nExamples:\n  $ npm run cli -- webhooks replay --owner wallet 019a8b5e-… --since 2026-11-22T08:00Z --status failed\n  $ npm run cli -- webhooks replay --owner wallet 019a8b5e-… --from-block 68000000\n\nThey are sent within a minute, after what is new. A message that waits to be sent again already is sent once, so the command may be repeated. Ctrl-C leaves those that were queued.',
    )
    .action((id: string, options: ReplayOptions) =>
      withTable(options, async (table) => {
        const range = getRange(options);
        const webhook = await getWebhook(table, options.owner, id);
        const queued = await replayAll(table, webhook, range, (count, block) => {
          if (!options.json) console.log(`${count} messages queued, up to block ${block}`);
        });
        if (options.json) return console.log(JSON.stringify({ id, queued }, null, 2));
        console.log(
          queued === 0
            ? `No message of ${id} is to be sent again: \`webhooks show\` counts the newest by status.`
            : `Queued ${queued} messages; they are sent within a minute. \`webhooks show --owner ${options.owner} ${id}\` shows how it goes.`,
        );
      }),
    );
}

/** Disables webhooks, and prints each. The ids of those that were on. */
export async function disableAll(
  table: Table,
  all: readonly WebhookRecord[],
  { reason, json }: { readonly reason: string; readonly json?: boolean },
): Promise<string[]> {
  const disabled: string[] = [];
  for (const [i, webhook] of all.entries()) {
    const isNew = await disable(table, webhook, reason);
    if (isNew) disabled.push(webhook.id);
    if (!json) console.log(`${i + 1} of ${all.length}: ${webhook.id} ${isNew ? 'disabled' : 'was off before'}`);
  }
  return disabled;
}

function some(owner: string, webhooks: readonly WebhookRecord[]): readonly WebhookRecord[] {
  if (webhooks.length > 0) return webhooks;
  throw new Error(`the owner ${owner} has no webhooks: \`keys list\` shows the owners that have keys`);
}

async function list(table: Table, { owner, status, json }: Options & { status?: string }): Promise<void> {
  const found = some(owner, await getWebhooks(table, owner));
  const wanted = await getStates(
    table,
    found.filter(({ active }) => status === undefined || active === (status === 'active')),
  );
  console.log(
    json ? JSON.stringify(wanted, null, 2) : wanted.map(toLine).join('\n') || `No webhook of ${owner} is ${status}.`,
  );
}

const toLine = ({ webhook: { id, url, chain, active }, health, isPending }: WebhookState): string =>
  [
    id,
    active ? 'active  ' : 'inactive',
    `chain ${chain}`,
    `${health.failures} failures in a row`,
    isPending ? 'pending' : 'nothing pending',
    `last success ${getTime(health.lastSuccessAt) ?? 'never'}`,
    url,
  ].join('  ');

function toText(details: WebhookDetails): string {
  const { webhook, health, addresses, newest, nextTryAt } = details;
  const { id, owner, name, url, chain, eventType, active, disabledReason, createdAt } = webhook;
  const counts = Object.entries(newest).map(([status, count]) => `${count} ${status}`);
  const failing = isDead(health) ? ': tried once a minute' : '';
  const lines: [string, string | undefined][] = [
    ['webhook', `${id} of ${owner}${name ? ` (${name})` : ''}`],
    ['url', url],
    ['watches', `${addresses} addresses of chain ${chain}, ${eventType}`],
    ['state', active ? 'active' : `inactive: ${disabledReason ?? 'its owner turned it off'}`],
    ['created', getTime(createdAt)],
    ['failures in a row', `${health.failures}${health.since ? ` since ${getTime(health.since)}` : ''}${failing}`],
    ['last success', getTime(health.lastSuccessAt) ?? 'never'],
    ['answers take', health.latencyMs === undefined ? undefined : `${health.latencyMs} ms on average`],
    ['newest messages', counts.join(', ') || 'none in the last 30 days'],
    ['next try', nextTryAt === undefined ? 'nothing waits' : nextTryAt <= systemClock() ? 'now' : getTime(nextTryAt)],
  ];
  return lines.flatMap(([title, text]) => (text === undefined ? [] : [`${title.padEnd(20)}${text}`])).join('\n');
}

const getTime = (ms: number | undefined): string | undefined =>
  ms === undefined ? undefined : new Date(ms).toISOString();

function getRange({ fromBlock, since, status }: ReplayOptions): ReplayRange {
  if (fromBlock === undefined && since === undefined) throw new Error('give --from-block or --since: where to begin');
  if (fromBlock !== undefined && !/^\d{1,10}$/.test(fromBlock))
    throw new Error(`--from-block ${fromBlock} is not a block number: use digits only`);
  const from = since === undefined ? 0 : /^\d{1,10}$/.test(since) ? Number(since) * 1_000 : Date.parse(since);
  if (Number.isNaN(from)) throw new Error(`--since ${since} is not a time: use 2026-11-22T08:00Z, or Unix seconds`);
  return { fromBlock: Number(fromBlock ?? 0), from, ...(status === undefined ? {} : { status }) };
}
