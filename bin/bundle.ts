import { readdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { build } from 'esbuild';
import { bundleFunctions } from '../lib/assets';
import { requireHttp } from '../lib/require-http';
import { keep } from './local/keep';

const UNUSED_MS = 24 * 3_600_000;
/** By file name in the bundle; the runner starts its threads by these names. */
const ENTRIES = {
  local: 'bin/local.ts',
  cli: 'bin/cli.ts',
  runner: 'bin/runner.ts',
  synth: 'bin/synth.ts',
  storage: 'local/storage/thread.ts',
  dynamodb: 'local/dynamodb/thread.ts',
  worker: 'local/lambda/worker.mjs',
};
/** Packages with native code or assets, or that load their own files by name. */
const EXTERNAL = ['esbuild', 'classic-level', 'dynalite', 'fauxqs', 'solc', 'aws-cdk-lib', 'constructs'];
/** For CommonJS dependencies inside an ES module bundle. */
const REQUIRE = "import{createRequire as requireFrom}from'node:module';const require=requireFrom(import.meta.url);";

const folder = resolve(process.argv[2] ?? 'dist/bundle');
const made = `${folder}.${process.pid}`;
await bundleFunctions(join(made, 'functions'), undefined, process.env.READABLE_FUNCTIONS === undefined);
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
