import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { App } from 'aws-cdk-lib';
import { Command } from 'commander';
import { MAX_CHAINS } from '../../lambdas/core/contract/config';
import { getStacks } from '../support/sources/templates';

// cfn-lint (Python) checks templates against AWS's own schemas and limits.

const PROGRAM = process.env.CFN_LINT ?? 'cfn-lint';
const chain = (i: number, settings: object) => ({ chainId: `${i + 1}`, ...settings });
const chains = (settings: object = {}) => Array.from({ length: MAX_CHAINS }, (_, i) => chain(i, settings));
const pChains = [{ network: 'mainnet', index: true }, { network: 'fuji' }];
const CONFIGURATIONS = {
  'the default': {},
  [`${MAX_CHAINS} chains and two P-chains`]: { chains: chains(), pChains },
  [`${MAX_CHAINS} chains that are followed alone`]: { chains: chains({ follower: 'alone', backfillWorkers: 16 }) },
  'every switch': {
    pChains,
    data: 'destroy',
    alarmEmail: 'ops@example.com',
    limitPerAddress: { requestsPerFiveMinutes: 500 },
  },
};

/** Whether the templates of a configuration have no error. Warnings are printed. */
function lint([name, config]: [string, object]): boolean {
  const outdir = mkdtempSync(join(tmpdir(), 'templates-'));
  const app = getStacks(config, { outdir, builtinCloudFormationValidation: false }).data.node.root as App;
  app.synth();
  const templates = readdirSync(outdir).filter((file) => file.endsWith('.template.json'));
  // CDK also writes dependencies that references already imply (W3005).
  const args = ['--ignore-checks', 'W3005', '--non-zero-exit-code', 'error', '--', ...templates];
  const { status } = spawnSync(PROGRAM, args, { cwd: outdir, stdio: 'inherit' });
  rmSync(outdir, { recursive: true });
  console.log(`${name}: ${templates.length} templates, ${status === 0 ? 'no error' : 'errors above'}`);
  return status === 0;
}

function run(): void {
  if (spawnSync(PROGRAM, ['--version'], { stdio: 'inherit' }).error) {
    console.error(
      `Nothing was checked: ${PROGRAM} is not here. Install it (\`pip install cfn-lint\`), or name the program in CFN_LINT.`,
    );
    process.exitCode = 2;
    return;
  }
  process.exitCode = Object.entries(CONFIGURATIONS).map(lint).every(Boolean) ? 0 : 1;
}

await new Command('npm run lint:templates --')
  .description(
    'Synthesizes the largest and other configurations, and lets cfn-lint check every template by AWS’s schemas and limits. It needs cfn-lint (Python), and says so when it is absent.',
  )
  .addHelpText('after', '\nExample:\n  $ CFN_LINT=~/lint/bin/cfn-lint npm run lint:templates')
  .action(run)
  .parseAsync();
