import { cpSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Config } from '../lambdas/core/contract/config';
import { synthesize } from '../lib/app';
import { addConfiguration, foldersIn } from '../lib/assets';
import { LOCAL, withWorkers } from '../lib/chain-defaults';
import { parseConfig } from '../lib/config';
import { assemblyFolder, BUNDLE } from './local/assembly';
import { keep } from './local/keep';

// Synthesizes the templates of local mode into the running bundle: one for each line of standard input, a configuration,
// which may contain secrets. It says the folder of each when it is there.
/** Validating a template against CloudFormation's schemas takes 7 CPU seconds; deployments and `cdk synth` do it. */
process.env.CDK_VALIDATION = 'false';

function synthesizeInto(folder: string, config: Config): void {
  mkdirSync(dirname(folder), { recursive: true });
  const made = `${folder}.${process.pid}`;
  const functions = `${made}-functions`;
  cpSync(join(BUNDLE, 'functions'), functions, { recursive: true });
  addConfiguration(foldersIn(functions), config, LOCAL);
  synthesize(config, foldersIn(functions), made);
  // The assembly has its own copies.
  rmSync(functions, { recursive: true });
  keep(made, folder);
}

/** The assembly of a configuration. Throws when a file that it names is wrong. */
function assemblyFor(line: string): string {
  const config = parseConfig(JSON.parse(line), 'of local mode');
  const folder = assemblyFolder(config);
  if (!existsSync(folder)) synthesizeInto(folder, withWorkers(config, LOCAL));
  return folder;
}

try {
  for await (const line of createInterface({ input: process.stdin })) console.log(assemblyFor(line));
} catch (error) {
  // A sentence for who started local mode; `npm run synth` shows where the CDK throws.
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
