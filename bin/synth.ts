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

// For local mode: one configuration (may contain secrets) per line of standard input; prints each assembly's folder.
/** Validation against CloudFormation's schemas takes 7 CPU seconds; deployments and `cdk synth` run it. */
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

/** Throws if a file named by the configuration is invalid. */
function assemblyFor(line: string): string {
  const config = parseConfig(JSON.parse(line), 'of local mode');
  const folder = assemblyFolder(config);
  if (!existsSync(folder)) synthesizeInto(folder, withWorkers(config, LOCAL));
  return folder;
}

try {
  for await (const line of createInterface({ input: process.stdin })) console.log(assemblyFor(line));
} catch (error) {
  // Only the message, for users of local mode; `npm run synth` prints the CDK's stack trace.
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
