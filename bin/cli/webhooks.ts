import { type Command, Option } from 'commander';
import { systemClock } from '../../lambdas/core/runtime/clock';
import type { Table } from '../../lambdas/core/table/table';
import type { MessageStatus } from '../../lambdas/webhooks/contract/schemas/webhook-messages';
import { isDead } from '../../lambdas/webhooks/domain/health';
import type { WebhookRecord } from '../../lambdas/webhooks/domain/webhook';
import { auditCommands } from './audit';
import { listenCommand } from './listen';
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

export function webhookCommands(program: Command, on: (command: Command) => Command): void {
  const group = program.command('webhooks').description("manage owners' webhooks");
  const of = (command: Command): Command =>
    on(command).requiredOption('--owner <id>', 'owner of the webhooks (from `keys list`)');

  listenCommand(group);
  auditCommands(group, on);

  of(group.command('list'))
    .description("list an owner's webhooks, oldest first")
    .addOption(new Option('--status <status>', 'filter by status').choices(['active', 'inactive']))
    .addHelpText('after', '\nExample:\n  $ npm run cli -- webhooks list --owner wallet --status active')
    .action((options: Options & { status?: string }) => withTable(options, (table) => list(table, options)));

  of(group.command('show'))
    .description('show a webhook, the health of its receiver, and its newest messages by status')
    .argument('<id>', 'webhook id (from `webhooks list`)')
    .addHelpText('after', '\nExample:\n  $ npm run cli -- webhooks show --owner wallet 019a8b5e-…')
    .action((id: string, options: Options) =>
      withTable(options, async (table) => {
        const details = await getDetails(table, await getWebhook(table, options.owner, id), systemClock());
        console.log(options.json ? JSON.stringify(details, null, 2) : toText(details));
      }),
    );

  of(group.command('disable'))
    .description('disable a webhook: stops matching and sending, and shows its owner the reason')
    .argument('[id]', 'webhook id (from `webhooks list`)')
    .option('--all', 'all webhooks of the owner')
    .requiredOption('--reason <text>', 'reason, shown to the owner')
    .addHelpText(
      'after',
      '\nExamples:\n  $ npm run cli -- webhooks disable --owner wallet 019a8b5e-… --reason "sent to a wrong address"\n  $ npm run cli -- webhooks disable --owner wallet --all --reason "the contract has ended"\n\nThe owner can enable it again with any valid key: see `keys revoke`. Pending replays are discarded. An inactive webhook is deleted after 90 days.',
    )
    .action((id: string | undefined, options: Options & { reason: string; all?: boolean }) =>
      withTable(options, async (table) => {
        if ((id === undefined) === !options.all) throw new Error('specify either a webhook id or --all');
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
            ? `Disabled ${id}. \`webhooks enable --owner ${options.owner} ${id}\` enables it again.`
            : `${id} was already inactive${reason === undefined ? '' : `: ${reason}`}.`,
        );
      }),
    );

  of(group.command('enable'))
    .description('enable a webhook from the next block (ignores plan limits)')
    .argument('<id>', 'webhook id (from `webhooks list`)')
    .addHelpText('after', '\nExample:\n  $ npm run cli -- webhooks enable --owner wallet 019a8b5e-…')
    .action((id: string, options: Options) =>
      withTable(options, async (table) => {
        const isNew = await enable(table, await getWebhook(table, options.owner, id));
        if (options.json) return console.log(JSON.stringify({ id, wasActive: !isNew }, null, 2));
        console.log(
          isNew
            ? `Enabled ${id}. Blocks that it missed are not matched. Resend failed messages with \`webhooks replay --owner ${options.owner} ${id} --since TIME --status failed\`.`
            : `${id} was already active.`,
        );
      }),
    );

  of(group.command('replay'))
    .description("resend a webhook's messages of the last 30 days, active or not (ignores plan limits)")
    .argument('<id>', 'webhook id (from `webhooks list`)')
    .option('--from-block <number>', 'messages of this block and later')
    .option('--since <time>', 'messages created at or after this time: 2026-11-22T08:00Z, or Unix seconds')
    .addOption(new Option('--status <status>', 'filter by status').choices(['pending', 'delivered', 'failed']))
    .addHelpText(
      'after',
      '\nExamples:\n  $ npm run cli -- webhooks replay --owner wallet 019a8b5e-… --since 2026-11-22T08:00Z --status failed\n  $ npm run cli -- webhooks replay --owner wallet 019a8b5e-… --from-block 68000000\n\nReplays are sent within a minute, after new messages. The command is safe to repeat: a message with a pending replay is not queued twice. Ctrl-C keeps the replays queued so far.',
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
            ? `No messages of ${id} match: \`webhooks show\` counts the newest by status.`
            : `Queued ${queued} messages, to be sent within a minute. \`webhooks show --owner ${options.owner} ${id}\` shows progress.`,
        );
      }),
    );
}

export async function disableAll(
  table: Table,
  all: readonly WebhookRecord[],
  { reason, json }: { readonly reason: string; readonly json?: boolean },
): Promise<string[]> {
  const disabled: string[] = [];
  for (const [i, webhook] of all.entries()) {
    const isNew = await disable(table, webhook, reason);
    if (isNew) disabled.push(webhook.id);
    if (!json) console.log(`${i + 1} of ${all.length}: ${webhook.id} ${isNew ? 'disabled' : 'was already inactive'}`);
  }
  return disabled;
}

function some(owner: string, webhooks: readonly WebhookRecord[]): readonly WebhookRecord[] {
  if (webhooks.length > 0) return webhooks;
  throw new Error(`${owner} has no webhooks: \`keys list\` shows the owners`);
}

async function list(table: Table, { owner, status, json }: Options & { status?: string }): Promise<void> {
  const found = some(owner, await getWebhooks(table, owner));
  const wanted = await getStates(
    table,
    found.filter(({ active }) => status === undefined || active === (status === 'active')),
  );
  console.log(
    json ? JSON.stringify(wanted, null, 2) : wanted.map(toLine).join('\n') || `No ${status} webhooks of ${owner}.`,
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
  const failing = isDead(health) ? ': retried once a minute' : '';
  const lines: [string, string | undefined][] = [
    ['webhook', `${id} of ${owner}${name ? ` (${name})` : ''}`],
    ['url', url],
    ['watches', `${addresses} addresses of chain ${chain}, ${eventType}`],
    ['state', active ? 'active' : `inactive: ${disabledReason ?? 'disabled by its owner'}`],
    ['created', getTime(createdAt)],
    ['failures in a row', `${health.failures}${health.since ? ` since ${getTime(health.since)}` : ''}${failing}`],
    ['last success', getTime(health.lastSuccessAt) ?? 'never'],
    ['latency', health.latencyMs === undefined ? undefined : `${health.latencyMs} ms on average`],
    ['newest messages', counts.join(', ') || 'none in the last 30 days'],
    [
      'next attempt',
      nextTryAt === undefined ? 'nothing pending' : nextTryAt <= systemClock() ? 'now' : getTime(nextTryAt),
    ],
  ];
  return lines.flatMap(([title, text]) => (text === undefined ? [] : [`${title.padEnd(20)}${text}`])).join('\n');
}

const getTime = (ms: number | undefined): string | undefined =>
  ms === undefined ? undefined : new Date(ms).toISOString();

function getRange({ fromBlock, since, status }: ReplayOptions): ReplayRange {
  if (fromBlock === undefined && since === undefined) throw new Error('specify --from-block or --since');
  if (fromBlock !== undefined && !/^\d{1,10}$/.test(fromBlock))
    throw new Error(`--from-block ${fromBlock} is not a block number: use digits only`);
  const from = since === undefined ? 0 : /^\d{1,10}$/.test(since) ? Number(since) * 1_000 : Date.parse(since);
  if (Number.isNaN(from)) throw new Error(`--since ${since} is not a time: use 2026-11-22T08:00Z, or Unix seconds`);
  return { fromBlock: Number(fromBlock ?? 0), from, ...(status === undefined ? {} : { status }) };
}
