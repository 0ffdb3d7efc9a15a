// Runs the integration tests, which wait for leases and nodes most of their time, and beside them the static checks and
// all other tests with a lower priority: they take what is left of the processors. The static checks print as soon as they
// end, the other tests after the integration tests. Last comes which tests were skipped, and why. With arguments it runs
// the checks, and then jest with these.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { constants, setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeRun } from './test-summary.mjs';

const run = (args, stdio) => spawn(process.execPath, args, { stdio });
const staticChecks = () => run(['bin/static-checks.mjs'], 'inherit');
const jest = (options, stdio) => run(['node_modules/jest/bin/jest.js', ...options], stdio);
const ended = (child) =>
  new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve(code === 0));
  });

async function runAll(folder) {
  const { projects } = createRequire(import.meta.url)('../jest.config.cjs');
  const names = projects.map(({ displayName }) => displayName).filter((name) => name !== 'integration');
  console.log(`Tests of ${names.join(' and ')} run beside the integration tests: their results are printed last.`);
  const reports = ['integration.json', 'others.json'].map((file) => join(folder, file));
  const reporting = (file) => ['--json', '--outputFile', file];
  const integration = jest(['--selectProjects', 'integration', ...reporting(reports[0])], 'inherit');
  const checks = staticChecks();
  const others = jest(['--selectProjects', ...names, ...reporting(reports[1])], ['ignore', 'pipe', 'pipe']);
  for (const { pid } of [checks, others]) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  const said = [];
  for (const stream of [others.stdout, others.stderr]) stream.on('data', (chunk) => said.push(chunk));
  const [checked, ...passed] = await Promise.all([checks, integration, others].map(ended));
  process.stdout.write(Buffer.concat(said));
  if (!checked) console.log('A static check has failed: its output is above, and `npm run static` prints it again.');
  // A run that a hanging test ended has no report.
  const written = reports.filter((file) => existsSync(file));
  console.log(describeRun(written.map((file) => JSON.parse(readFileSync(file, 'utf8')))));
  return checked && passed.every(Boolean);
}

const given = process.argv.slice(2);
const runGiven = async () => (await ended(staticChecks())) && ended(jest(given, 'inherit'));
if (given.length > 0) process.exitCode = (await runGiven()) ? 0 : 1;
else {
  const folder = mkdtempSync(join(tmpdir(), 'test-reports-'));
  process.exitCode = (await runAll(folder)) ? 0 : 1;
  rmSync(folder, { recursive: true });
}
