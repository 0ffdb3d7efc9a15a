import { type Command, InvalidArgumentError } from 'commander';
import type { Table } from '../../lambdas/core/table/table';
import { countWebhook } from '../../lambdas/webhooks/audit/count-webhook';
import type { Delivery, Rematch } from '../../lambdas/webhooks/contract/messages';
import { type MessageRef, messageId } from '../../lambdas/webhooks/domain/message';
import { COUNTS, countAll, type MessageCounts, sum } from '../../lambdas/webhooks/domain/message-counts';
import type { WebhookRecord } from '../../lambdas/webhooks/domain/webhook';
import { createAuditedWebhooks } from '../../lambdas/webhooks/rows/audited-webhooks';
import { auditDeps } from '../../lambdas/webhooks/workers/audit';
import { counted } from '../../site/shared/format';
import { createQueues, type Target, withTable } from './service';
import { getWebhooks } from './webhook-actions';

interface AuditOptions extends Target {
  readonly owner?: string;
  readonly json?: boolean;
}
interface RematchOptions extends Target {
  readonly chain: string;
  readonly from: number;
  readonly to: number;
  readonly json?: boolean;
}

interface Audited {
  readonly webhook: WebhookRecord;
  readonly counts: MessageCounts;
  readonly lost: readonly MessageRef[];
}

const MAX_BLOCKS = 100_000;
const LOST_SHOWN = 10;

export function auditCommands(group: Command, on: (command: Command) => Command): void {
  on(group.command('audit'))
    .description('count all messages of the last 30 days by status, and list lost ones')
    .argument('[id]', 'webhook id (from `webhooks list`), with --owner')
    .option('--owner <id>', 'owner of the webhooks (from `keys list`); without it, all webhooks')
    .addHelpText(
      'after',
      '\nExamples:\n  $ npm run cli -- webhooks audit\n  $ npm run cli -- webhooks audit --owner wallet 019a8b5e-…\n\nEach message that the matcher has listed is looked for. The same is done every hour; this command counts everything again, and writes nothing. `webhooks rematch` restores lost messages. Exits with 1 if any is lost.',
    )
    .action((id: string | undefined, options: AuditOptions) =>
      withTable(options, async (table) => {
        if (id !== undefined && options.owner === undefined) throw new Error('specify --owner with a webhook id');
        const all = await findAll(table, options.owner, id);
        const audited = await auditAll(table, all, options.json === true);
        const lost = audited.some((one) => one.lost.length > 0);
        if (options.json) console.log(JSON.stringify(audited.map(toJson), null, 2));
        else console.log(toText(audited));
        if (lost) process.exitCode = 1;
      }),
    );

  on(group.command('rematch'))
    .description('match blocks again: creates messages that are missing, and sends them')
    .requiredOption('--chain <id>', 'chain id, or the name of a P-Chain source')
    .requiredOption('--from <block>', 'first block', blockNumber)
    .requiredOption('--to <block>', 'last block, inclusive', blockNumber)
    .addHelpText(
      'after',
      '\nExample:\n  $ npm run cli -- webhooks rematch --chain 43114 --from 68000000 --to 68000010\n\nMessages that exist are neither changed nor sent again. New ones are appended to the feeds. Webhooks match a block only if they were active at the time. Safe to repeat.',
    )
    .action(async ({ chain, from, to, json, ...target }: RematchOptions) => {
      if (from > to) throw new Error('--from must not be above --to');
      if (to - from >= MAX_BLOCKS) throw new Error(`specify at most ${MAX_BLOCKS} blocks`);
      const { name, sqs } = await createQueues(target);
      const message: Rematch = { rematch: { chain, from, to } };
      const { sendToMatcher } = await import('./sqs');
      await sendToMatcher(sqs, name, [message]);
      const blocks = to - from + 1;
      if (json) return console.log(JSON.stringify({ chain, from, to, blocks }, null, 2));
      console.log(`Queued ${counted(blocks, 'block')}. \`webhooks audit\` shows the result.`);
    });
}

function blockNumber(text: string): number {
  if (!/^\d{1,10}$/.test(text)) throw new InvalidArgumentError('use a block number: digits only');
  return Number(text);
}

async function findAll(table: Table, owner: string | undefined, id: string | undefined): Promise<readonly Delivery[]> {
  if (owner === undefined) return createAuditedWebhooks(table).all();
  const own = (await getWebhooks(table, owner)).filter((webhook) => id === undefined || webhook.id === id);
  if (own.length === 0) throw new Error(`${owner} has no such webhook: \`webhooks list --owner ${owner}\` shows them`);
  return own.map((webhook) => ({ owner, webhook: webhook.id }));
}

async function auditAll(table: Table, all: readonly Delivery[], isQuiet: boolean): Promise<readonly Audited[]> {
  const deps = auditDeps(table);
  const audited: Audited[] = [];
  let messages = 0;
  const began = deps.now();
  for (const [i, { owner, webhook: id }] of all.entries()) {
    const webhook = await deps.webhooks.find(owner, id);
    if (!webhook) continue;
    const now = deps.now();
    const progress = await deps.progress.of(webhook.chain, true);
    const { windows, lost } = await countWebhook(deps, webhook, progress, [], { isDue: () => false, now });
    const counts = sum(windows.map(countAll));
    audited.push({ webhook, counts, lost });
    messages += counts.matched;
    const seconds = (deps.now() - began) / 1_000;
    const left = Math.round((seconds / (i + 1)) * (all.length - i - 1));
    if (!isQuiet && all.length > 1)
      console.error(
        `${i + 1} of ${all.length} webhooks, ${counted(messages, 'message')}, ${Math.round(messages / Math.max(seconds, 0.001))} a second, about ${left} s left`,
      );
  }
  return audited;
}

const toJson = ({ webhook: { owner, id, chain }, counts, lost }: Audited): object => ({
  ...{ owner, id, chain, ...counts },
  lostMessages: lost.map((message) => ({ messageId: messageId(message), block: message.block })),
});

function toText(audited: readonly Audited[]): string {
  if (audited.length === 0) return 'No webhooks with messages in the last 30 days.';
  const lines = audited.flatMap(({ webhook: { owner, id, chain }, counts, lost }) => [
    `${id} of ${owner}, chain ${chain}: ${COUNTS.map((name) => `${counts[name]} ${name}`).join(', ')}`,
    ...lost.slice(0, LOST_SHOWN).map((message) => `  lost: ${messageId(message)} of block ${message.block}`),
    ...(lost.length > LOST_SHOWN ? [`  … and ${lost.length - LOST_SHOWN} more`] : []),
  ]);
  const chains = Map.groupBy(
    audited.filter(({ lost }) => lost.length > 0),
    ({ webhook }) => webhook.chain,
  );
  const next = [...chains].map(([chain, of]) => {
    const blocks = of.flatMap(({ lost }) => lost.map(({ block }) => block)).toSorted((a, b) => a - b);
    return `Restore them with \`webhooks rematch --chain ${chain} --from ${blocks[0]} --to ${blocks.at(-1)}\`.`;
  });
  return [...lines, ...(next.length > 0 ? next : ['Nothing is lost.'])].join('\n');
}
