// Runs the integration tests, which wait for leases and nodes half of their time, and beside them all others with a lower
// priority: they take what is left of the processors, and their results are printed at the end. Arguments go to jest.
import { spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';

const start = (projects, stdio) => {
  const options = ['--selectProjects', ...projects, '--passWithNoTests', ...process.argv.slice(2)];
  return spawn(process.execPath, ['node_modules/jest/bin/jest.js', ...options], { stdio });
};
const ended = (child) =>
  new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve(code === 0));
  });

console.log('Unit and infra tests run beside the integration tests: their results are printed last.');
const integration = start(['integration'], 'inherit');
const others = start(['unit', 'infra'], ['ignore', 'pipe', 'pipe']);
setPriority(others.pid, constants.priority.PRIORITY_BELOW_NORMAL);
const said = [];
for (const stream of [others.stdout, others.stderr]) stream.on('data', (chunk) => said.push(chunk));

const passed = await Promise.all([integration, others].map(ended));
process.stdout.write(Buffer.concat(said));
process.exitCode = passed.every(Boolean) ? 0 : 1;
