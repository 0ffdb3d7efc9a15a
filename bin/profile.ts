import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { benchSpeed } from './bench/speed';
import { topFunctions } from './bench/top-functions';

interface Options {
  readonly blocks: string;
  readonly top: string;
}

async function profile({ blocks, top }: Options): Promise<void> {
  // Not minified, to keep function names.
  process.env.READABLE_FUNCTIONS = '1';
  const folder = mkdtempSync(join(tmpdir(), 'profile-'));
  const nodeArgs = ['--cpu-prof', '--cpu-prof-interval=500', `--cpu-prof-dir=${folder}`];
  await benchSpeed({ blocks: Number(blocks), runs: 1, seconds: 1, nodeArgs });
  console.log(topFunctions(folder, Number(top)).join('\n'));
  console.log(`\nProfiles are in ${folder}: open one in the Performance tab of your browser's developer tools.`);
}

new Command('npm run profile --')
  .description('Profile every thread of local mode while it indexes a generated chain.')
  .option('--blocks <n>', 'blocks of 20 token transfers', '1000')
  .option('--top <n>', 'functions to show per thread', '25')
  .addHelpText('after', '\nExamples:\n  $ npm run profile\n  $ npm run profile -- --blocks 3000 --top 40')
  .action(profile)
  .parse();
