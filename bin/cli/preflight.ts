import type { Command } from 'commander';
import type { Config } from '../../lambdas/core/contract/config';
import { indexedChains } from '../../lambdas/evm/contract/kind';
import { loadConfig } from '../../lib/config';
import { concurrencyNeeded } from '../../lib/quotas';
import { getLeftOut, getStacks, stackName } from '../../lib/stack-names';
import type { AwsAccount } from './aws-account';
import {
  type Check,
  checkBootstrap,
  checkCaller,
  checkCollector,
  checkConcurrency,
  checkLeftOut,
  checkPChain,
  checkSource,
  checkStack,
} from './preflight-checks';

export function preflightCommand(program: Command): void {
  program
    .command('preflight')
    .description('check the AWS account, its quotas and the chains’ nodes before a deployment (read-only)')
    .option('--config <file>', 'configuration file (default: config.json)')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nExample:\n  $ npm run cli -- preflight --config config.json\n\nExits with 1 if a check failed. Warnings do not block a deployment.',
    )
    .action(async ({ config, json }: { config?: string; json?: boolean }) => {
      const { createAccount } = await import('./aws-account');
      const checks = await preflight(loadConfig(config), createAccount());
      if (json) console.log(JSON.stringify(checks, null, 2));
      else for (const check of checks) console.log(toLine(check));
      if (checks.some(({ state }) => state === 'failed')) process.exitCode = 1;
    });
}

/** Only the first two checks if the region or valid credentials are missing. */
export async function preflight(config: Config, account: AwsAccount): Promise<Check[]> {
  const caller = await checkCaller(account);
  if (caller.some(({ state }) => state === 'failed')) return caller;
  const others = await Promise.all([
    checkBootstrap(account),
    checkConcurrency(account, concurrencyNeeded(config)),
    ...indexedChains(config).map((chain) => checkSource(account, config.name, chain)),
    ...config.pChains.map(({ network }) => checkPChain(account, config.name, network)),
    ...(config.openTelemetry ? [checkCollector(account, config.openTelemetry)] : []),
    ...getStacks(config).map((stack) => checkStack(account, stackName(config.name, stack))),
    ...getLeftOut(config).map((stack) => checkLeftOut(account, stackName(config.name, stack))),
  ]);
  return [...caller, ...others.filter((check) => check !== undefined)];
}

const toLine = (check: Check): string =>
  `${check.state.padEnd(8)}${check.name}: ${check.found}${check.state === 'ok' ? '' : `. Next: ${check.next}`}`;
