// Runs the integration tests, which wait for leases and nodes most of their time, and beside them all others with a lower
// priority: they take what is left of the processors, and their results are printed at the end. With arguments it is jest.
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { constants, setPriority } from 'node:os';

const jest = (options, stdio) => spawn(process.execPath, ['node_modules/jest/bin/jest.js', ...options], { stdio });
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
  const others = jest(['--selectProjects', ...names], ['ignore', 'pipe', 'pipe']);
  setPriority(others.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  const said = [];
  for (const stream of [others.stdout, others.stderr]) stream.on('data', (chunk) => said.push(chunk));
  const passed = await Promise.all([integration, others].map(ended));
  process.stdout.write(Buffer.concat(said));
  return passed.every(Boolean);
}

const given = process.argv.slice(2);
const passed = given.length > 0 ? await ended(jest(given, 'inherit')) : await runAll();
process.exitCode = passed ? 0 : 1;
