import { readdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { build } from 'esbuild';
import { bundleFunctions } from '../lib/assets';
import { requireHttp } from '../lib/require-http';
import { keep } from './local/keep';

/** A bundle that nobody used for so long is deleted. */
const UNUSED_MS = 24 * 3_600_000;
/** What a start loads, by the name of its file in the bundle. A thread of the runner is found by its name there. */
const ENTRIES = {
  local: 'bin/local.ts',
  cli: 'bin/cli.ts',
  runner: 'bin/runner.ts',
  synth: 'bin/synth.ts',
  storage: 'local/storage/thread.ts',
  dynamodb: 'local/dynamodb/thread.ts',
  worker: 'local/lambda/worker.mjs',
};
/** Packages with parts that are no JavaScript, or that load their parts by name. */
const EXTERNAL = ['esbuild', 'classic-level', 'dynalite', 'fauxqs', 'solc', 'aws-cdk-lib', 'constructs'];
/** CommonJS dependencies inside an ES module bundle call `require`. */
const REQUIRE = "import{createRequire as requireFrom}from'node:module';const require=requireFrom(import.meta.url);";

// Bundles the functions, without a configuration, and local mode with the command line, into the folder that is given.
const folder = resolve(process.argv[2] ?? 'dist/bundle');
const made = `${folder}.${process.pid}`;
await bundleFunctions(join(made, 'functions'));
await build({
  entryPoints: ENTRIES,
  outdir: made,
  outExtension: { '.js': '.mjs' },
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node22',
  external: EXTERNAL,
  banner: { js: REQUIRE },
  plugins: [requireHttp],
  logLevel: 'error',
});
for (const name of readdirSync(dirname(folder))) {
  const path = join(dirname(folder), name);
  const used = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
  if (Date.now() - used > UNUSED_MS) rmSync(path, { recursive: true, force: true });
}
keep(made, folder);
