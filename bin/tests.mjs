// Static checks run next to the CPU-bound tests at a lower priority. Integration tests run alone, as they start whole
// services. With arguments, runs the static checks, then jest with these arguments.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { constants, setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeRun } from './test-summary.mjs';

const run = (args, env = {}) => spawn(process.execPath, args, { stdio: 'inherit', env: { ...process.env, ...env } });
const staticChecks = () => run(['bin/static-checks.mjs']);
const jest = (options, env) => run(['node_modules/jest/bin/jest.js', ...options], env);
const ended = (child) =>
  new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve(code === 0));
  });

/** For the additional runs of `npm run test:full`, at the usual volume. */
const TROUBLES = ['--stale-reads 700', '--faults'];
const SUITES = [
  ...['anvil', 'transfers', 'reorg', 'internals', 'nasty', 'wraps', 'tokens', 'token-reorgs', 'nfts', 'teleporter'],
  ...['exports', 'webhooks', 'webhook-[a-z]+'],
];
const troubled = (trouble) => ({
  options: ['--selectProjects', 'integration', '--testPathPatterns', `integration/(${SUITES.join('|')})\\.test`],
  env: { TROUBLE: trouble, FULL: '' },
});

async function runAll(folder) {
  const { projects } = createRequire(import.meta.url)('../jest.config.cjs');
  const names = projects.map(({ displayName }) => displayName);
  const phases = [
    { options: ['--selectProjects', ...names.filter((name) => name !== 'integration')] },
    { options: ['--selectProjects', 'integration'] },
    ...(process.env.FULL ? TROUBLES.map(troubled) : []),
  ];
  const reports = phases.map((_, i) => join(folder, `${i}.json`));
  const checks = staticChecks();
  setPriority(checks.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  const checked = ended(checks);
  const passed = [];
  for (const [i, { options, env }] of phases.entries()) {
    if (env) console.log(`Repeating the suites with a faulty table: ${env.TROUBLE}`);
    passed.push(await ended(jest([...options, '--json', '--outputFile', reports[i]], env)));
  }
  const isSound = await checked;
  if (!isSound) console.log('A static check failed: see its output above, or run `npm run static` again.');
  // A hung run that was killed has no report.
  const written = reports.filter((file) => existsSync(file));
  console.log(describeRun(written.map((file) => JSON.parse(readFileSync(file, 'utf8')))));
  return isSound && passed.every(Boolean);
}

const given = process.argv.slice(2);
const runGiven = async () => (await ended(staticChecks())) && ended(jest(given));
if (given.length > 0) process.exitCode = (await runGiven()) ? 0 : 1;
else {
  const folder = mkdtempSync(join(tmpdir(), 'test-reports-'));
  process.exitCode = (await runAll(folder)) ? 0 : 1;
  rmSync(folder, { recursive: true });
}
