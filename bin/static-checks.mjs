// In parallel (the type check leaves a core idle); prints each one's output when it ends.
import { spawn } from 'node:child_process';

const run = (name) =>
  new Promise((resolve, reject) => {
    const child = spawn('npm', ['run', '--silent', name], { stdio: ['ignore', 'pipe', 'pipe'] });
    const said = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => said.push(chunk));
    child.on('error', reject);
    child.on('close', (code) => {
      process.stdout.write(`${name}: ${code === 0 ? 'passed' : 'failed'}\n`);
      process.stdout.write(Buffer.concat(said));
      resolve(code === 0);
    });
  });

const passed = await Promise.all(['types', 'lint', 'deadcode'].map(run));
process.exitCode = passed.every(Boolean) ? 0 : 1;
