import { Command, Option } from 'commander';
import { PLANS, type PlanName } from '../lambdas/core/contract/plans';
import { backfillCommand } from './cli/backfill';
import { backupCommand } from './cli/backup';
import { deadLetterCommands } from './cli/dead-letters';
import { exportCommand } from './cli/export';
import { createKey, gateway, type ListedKey, listKeys, revokeKey } from './cli/keys';
import { preflightCommand } from './cli/preflight';
import { reconcileCommand } from './cli/reconcile';
import { rederiveCommand } from './cli/rederive';
import { reputationCommands } from './cli/reputation';
import { restoreCommand } from './cli/restore';
import { getName, getReady, type Target as Where, withTable } from './cli/service';
import { sourceCommands } from './cli/sources';
import { statusCommand } from './cli/status';
import { tokenCommands } from './cli/tokens';
import { usageCommand } from './cli/usage';
import { validatorsCommand } from './cli/validators';
import { getWebhooks } from './cli/webhook-actions';
import { disableAll, webhookCommands } from './cli/webhooks';

interface Target extends Where {
  readonly json?: boolean;
}

const program = new Command('npm run cli --')
  .description('Manage a deployed or local service.')
  .addHelpText(
    'after',
    '\nExamples:\n  $ npm run cli -- keys create --name "Wallet team" --owner wallet --plan growth\n  $ npm run cli -- keys list --local .local --json\n  $ npm run cli -- sources put --chain 43114\n  $ npm run cli -- webhooks list --owner wallet\n  $ npm run cli -- export --local .local --chain 31337 --address 0x… --wait',
  )
  .showHelpAfterError('(--help shows examples)');

const on = (command: Command): Command =>
  command
    .option('--local <dir>', 'target a running `npm run local` by its --data folder instead of the deployed service')
    .option('--config <file>', 'configuration file (default: config.json)')
    .option('--json', 'print JSON');

const open = (target: Target) => ({
  client: gateway(target.local === undefined ? undefined : getReady(target.local)),
  service: getName(target),
});

const print = (json: boolean | undefined, value: unknown, text: string): void =>
  console.log(json ? JSON.stringify(value, null, 2) : text);

const keys = program.command('keys').description('manage API keys');

on(keys.command('create'))
  .description('create a key (shown only once)')
  .requiredOption('--name <text>', 'what the key is for')
  .requiredOption('--owner <id>', 'owner of the resources created with it: lower-case letters, digits, hyphens')
  .addOption(new Option('--plan <plan>', 'usage plan').choices(PLANS.slice(1)).makeOptionMandatory())
  .addHelpText('after', '\nExample:\n  $ npm run cli -- keys create --name "Wallet team" --owner wallet --plan growth')
  .action(async (options: Target & { name: string; owner: string; plan: PlanName }) => {
    const { client, service } = open(options);
    const made = await createKey(client, { ...options, service });
    print(
      options.json,
      { ...made, name: options.name, owner: options.owner, plan: options.plan },
      `${made.key}\n\nSend it in the x-service-api-key header, or any other header listed in "keyHeaders". It is not shown again. Revoke it with: keys revoke ${made.id}`,
    );
  });

on(keys.command('list'))
  .description('list keys, without their values')
  .action(async (options: Target) => {
    const { client, service } = open(options);
    const found = await listKeys(client, service);
    print(
      options.json,
      found,
      found.map((k) => `${k.id}  ${k.plan.padEnd(8)}${k.owner.padEnd(20)}${k.name}`).join('\n') ||
        'No keys yet. Create one with `keys create`.',
    );
  });

on(keys.command('revoke'))
  .description('delete a key; it stops working within a minute')
  .argument('<id>', 'key id (from `keys list`), or the key itself')
  .option('--and-webhooks', "also disable the owner's webhooks if this was the owner's last key")
  .addHelpText(
    'after',
    '\nExamples:\n  $ npm run cli -- keys revoke a1b2c3d4e5\n  $ npm run cli -- keys revoke a1b2c3d4e5 --and-webhooks\n\nWebhooks belong to the owner, not to the key, so they stay active after a key is revoked. --and-webhooks has no effect while the owner has another key.',
  )
  .action(async (id: string, options: Target & { andWebhooks?: boolean }) => {
    const { client, service } = open(options);
    const key = await revokeKey(client, service, id);
    const text = `Revoked ${key.id} (${key.name}, ${key.owner}, ${key.plan}).`;
    if (!options.andWebhooks) return print(options.json, key, text);
    if (!options.json) console.log(text);
    const disabledWebhooks = await disableWithLastKey(options, key, await listKeys(client, service));
    if (options.json) console.log(JSON.stringify({ ...key, disabledWebhooks }, null, 2));
  });

/** Unless the owner has another key. Returns the ids of disabled webhooks. */
async function disableWithLastKey(
  target: Target,
  { owner }: ListedKey,
  left: readonly ListedKey[],
): Promise<readonly string[]> {
  const others = left.filter((key) => key.owner === owner).map(({ id }) => id);
  if (others.length > 0) {
    console.error(
      `The webhooks of ${owner} stay active: it has other keys (${others.join(', ')}). Use --and-webhooks when you revoke the last one.`,
    );
    return [];
  }
  const reason = 'the last API key of its owner was revoked';
  const disabled = await withTable(target, async (table) =>
    disableAll(table, await getWebhooks(table, owner), { ...target, reason }),
  ).catch((error: unknown) => {
    const next = `webhooks disable --owner ${owner} --all --reason "${reason}"`;
    throw new Error(
      `the key is revoked, but some webhooks of ${owner} may still be active: run \`${next}\` (${error})`,
      {
        cause: error,
      },
    );
  });
  console.error(
    `A revoked key works for up to a minute. After that, check with \`webhooks list --owner ${owner} --status active\` that it was not used to enable one again.`,
  );
  return disabled;
}

sourceCommands(program);
preflightCommand(program);
reputationCommands(program, on);
tokenCommands(program, on);
reconcileCommand(program, on);
backfillCommand(program, on);
rederiveCommand(program, on);
statusCommand(program, on);
webhookCommands(program, on);
deadLetterCommands(program, on);
exportCommand(program);
validatorsCommand(program);
backupCommand(program);
restoreCommand(program);
usageCommand(program, on);

program.parseAsync().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
