// Runs the tests that need a processor each, with the static checks beside them at a lower priority, and then the
// integration tests, which start whole services and would keep all others waiting on a slow machine. Last comes which
// tests were skipped, and why. With arguments it runs the checks, and then jest with these.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { constants, setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeRun } from './test-summary.mjs';

const run = (args) => spawn(process.execPath, args, { stdio: 'inherit' });
const staticChecks = () => run(['bin/static-checks.mjs']);
const jest = (options) => run(['node_modules/jest/bin/jest.js', ...options]);
const ended = (child) =>
  new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve(code === 0));
  });

async function runAll(folder) {
  const { projects } = createRequire(import.meta.url)('../jest.config.cjs');
  const names = projects.map(({ displayName }) => displayName);
  const phases = [names.filter((name) => name !== 'integration'), ['integration']];
  const reports = phases.map((_, i) => join(folder, `${i}.json`));
  const checks = staticChecks();
  setPriority(checks.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  const checked = ended(checks);
  const passed = [];
  for (const [i, phase] of phases.entries())
    passed.push(await ended(jest(['--selectProjects', ...phase, '--json', '--outputFile', reports[i]])));
  const isSound = await checked;
  if (!isSound) console.log('A static check has failed: its output is above, and `npm run static` prints it again.');
  // A run that a hanging test ended has no report.
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
