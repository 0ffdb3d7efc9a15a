// Starts local mode or the command line (`node bin/start.mjs local …`) from a bundle that is built once for each state
// of the sources. Without it every start would transpile some hundred files and load some thousand files of packages.
// Plain JavaScript, because no transpiler runs yet.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, utimesSync } from 'node:fs';
import module from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { setFlagsFromString } from 'node:v8';

/** Everything that the bundle is built from. */
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
/** How often a process marks its bundle as used: `bin/bundle.ts` deletes bundles that were not used for a day. */
const TOUCH_INTERVAL_MS = 3_600_000;

/**
 * The service is a dozen threads, each with a heap of its own: with V8's defaults, which expect one, it takes half as much
 * memory again, and V8 collects less often the larger a heap may grow. Other options, such as the initial size of the old
 * space, would invalidate V8's code cache: each thread would compile Node's own modules anew.
 */
const V8_OPTIONS = ['--max-semi-space-size=2', '--max-old-space-size=1024'];
/**
 * Of the C library's allocator: it would keep an arena for each thread. From 128 KiB on, what is freed goes back to the
 * system: the library raises that threshold to the largest block it has seen, up to 32 MiB, unless it is set.
 */
const ALLOCATOR = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072' };

// Only a new process can have these. Without `execve` (Windows, Node before 22.15) the service runs as it is.
if (process.argv[2] === 'local' && process.execve && !process.execArgv.includes(V8_OPTIONS[0]))
  process.execve(process.execPath, [process.execPath, ...V8_OPTIONS, ...process.execArgv, ...process.argv.slice(1)], {
    ...ALLOCATOR,
    ...process.env,
  });
// The options limit this thread only; other threads set their own limits. They are reset before anything is compiled,
// because V8's code cache is bound to the options at compile time.
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

// V8's code cache is kept too, also for the threads and children of this process.
process.env.NODE_COMPILE_CACHE ??= join(bundle, 'code-cache');
module.enableCompileCache?.(process.env.NODE_COMPILE_CACHE);

const [entry] = process.argv.splice(2, 1);
await import(pathToFileURL(join(bundle, `${entry}.mjs`)).href);
