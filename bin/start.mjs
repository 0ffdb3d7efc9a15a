// Starts local mode or the CLI (`node bin/start.mjs local …`) from a bundle cached per state of the sources: without
// it, every start transpiles hundreds of files. Plain JavaScript, because no transpiler runs yet.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, utimesSync } from 'node:fs';
import module from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { setFlagsFromString } from 'node:v8';

const SOURCES = [
  'bin',
  'demo',
  'lambdas',
  'lib',
  'local',
  'site',
  'docs/guides',
  'docs/receivers',
  'docs/samples',
  'package-lock.json',
];
/** Marks the bundle as used: `bin/bundle.ts` deletes bundles unused for a day. */
const TOUCH_INTERVAL_MS = 3_600_000;

// V8's defaults assume one heap; with a dozen threads, half as much memory again. An initial heap size would void V8's
// code cache, so each thread would compile Node's own modules.
const V8_OPTIONS = ['--max-semi-space-size=2', '--max-old-space-size=1024'];
/** glibc: fewer arenas than threads. A fixed mmap threshold (by default it rises to 32 MiB) returns freed blocks. */
const ALLOCATOR = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072' };

// Both apply only to a new process. Without `execve` (Windows, Node before 22.15) the service runs without them.
if (process.argv[2] === 'local' && process.execve && !process.execArgv.includes(V8_OPTIONS[0]))
  process.execve(process.execPath, [process.execPath, ...V8_OPTIONS, ...process.execArgv, ...process.argv.slice(1)], {
    ...ALLOCATOR,
    ...process.env,
  });
// Before anything is compiled: V8's code cache is bound to the options. Other threads set their own limits.
for (const option of V8_OPTIONS) setFlagsFromString(option.replace(/=.*/, '=0'));

const filesIn = (path) => {
  if (!statSync(path).isDirectory()) return [path];
  const all = readdirSync(path, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return all.map((entry) => join(entry.parentPath, entry.name)).sort();
};

const hash = createHash('sha256')
  .update(process.version)
  .update(process.env.READABLE_FUNCTIONS ?? '');
for (const file of SOURCES.flatMap(filesIn)) hash.update(file).update(readFileSync(file));
const bundle = resolve('dist/local', hash.digest('hex').slice(0, 32));

if (!existsSync(bundle)) {
  const { status } = spawnSync(process.execPath, ['--import', 'tsx', 'bin/bundle.ts', bundle], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
const touch = () => utimesSync(bundle, new Date(), new Date());
touch();
setInterval(touch, TOUCH_INTERVAL_MS).unref();

// Shared with the threads and children of this process.
process.env.NODE_COMPILE_CACHE ??= join(bundle, 'code-cache');
module.enableCompileCache?.(process.env.NODE_COMPILE_CACHE);

const [entry] = process.argv.splice(2, 1);
await import(pathToFileURL(join(bundle, `${entry}.mjs`)).href);
