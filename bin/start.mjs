// Starts local mode or the command line (`node bin/start.mjs local …`) from a bundle that is made once for each state
// of the sources. Run as they are, some hundred files would be translated, and some thousand of packages loaded, at
// every start. Plain JavaScript, as nothing that translates runs yet.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, utimesSync } from 'node:fs';
import module from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Everything that goes into the bundle. */
const SOURCES = ['bin', 'demo', 'lambdas', 'lib', 'local', 'docs/openapi.json', 'package-lock.json'];
/** A bundle in use says so once an hour: `bin/bundle.ts` deletes those that nobody used for a day. */
const IN_USE_MS = 3_600_000;

const filesIn = (path) => {
  if (!statSync(path).isDirectory()) return [path];
  const all = readdirSync(path, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return all.map((entry) => join(entry.parentPath, entry.name)).sort();
};

const hash = createHash('sha256').update(process.version);
for (const file of SOURCES.flatMap(filesIn)) hash.update(file).update(readFileSync(file));
const bundle = resolve('dist/local', hash.digest('hex').slice(0, 32));

if (!existsSync(bundle)) {
  const { status } = spawnSync(process.execPath, ['--import', 'tsx', 'bin/bundle.ts', bundle], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
const isInUse = () => utimesSync(bundle, new Date(), new Date());
isInUse();
setInterval(isInUse, IN_USE_MS).unref();

// What V8 made of the code is kept too, for the threads and children of this process as well.
process.env.NODE_COMPILE_CACHE ??= join(bundle, 'code-cache');
module.enableCompileCache?.(process.env.NODE_COMPILE_CACHE);

const [entry] = process.argv.splice(2, 1);
await import(pathToFileURL(join(bundle, `${entry}.mjs`)).href);
