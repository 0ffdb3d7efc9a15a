// Runs the integration tests, which wait for leases and nodes most of their time, and beside them the static checks and
// all other tests with a lower priority: they take what is left of the processors. What the checks say is printed as soon
// as they have ended, and the results of the other tests at the end. With arguments it is the checks, and then jest.
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { constants, setPriority } from 'node:os';

const run = (args, stdio) => spawn(process.execPath, args, { stdio });
const staticChecks = () => run(['bin/static-checks.mjs'], 'inherit');
const jest = (options, stdio) => run(['node_modules/jest/bin/jest.js', ...options], stdio);
const ended = (child) =>
  new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve(code === 0));
  });

async function runAll() {
  const { projects } = createRequire(import.meta.url)('../jest.config.cjs');
  const names = projects.map(({ displayName }) => displayName).filter((name) => name !== 'integration');
  console.log(`Tests of ${names.join(' and ')} run beside the integration tests: their results are printed last.`);
  const integration = jest(['--selectProjects', 'integration'], 'inherit');
  const checks = staticChecks();
  const others = jest(['--selectProjects', ...names], ['ignore', 'pipe', 'pipe']);
  for (const { pid } of [checks, others]) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  const said = [];
  for (const stream of [others.stdout, others.stderr]) stream.on('data', (chunk) => said.push(chunk));
  const [checked, ...passed] = await Promise.all([checks, integration, others].map(ended));
  process.stdout.write(Buffer.concat(said));
  if (!checked) console.log('A static check has failed: what it said is above, and `npm run static` says it again.');
  return checked && passed.every(Boolean);
}

const given = process.argv.slice(2);
const runGiven = async () => (await ended(staticChecks())) && ended(jest(given, 'inherit'));
const passed = given.length > 0 ? await runGiven() : await runAll();
process.exitCode = passed ? 0 : 1;
