import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

const VERSION = 'v1.14.0';
/** Ignored by git. Go names the program after its package, `main`. */
const FOLDER = `dist/avalanchego/${VERSION}`;

const BUILD = {
  GOTOOLCHAIN: 'local',
  CGO_ENABLED: '1',
  // Without the second flag the program runs only on the processor type that built it.
  CGO_CFLAGS: '-O2 -D__BLST_PORTABLE__',
  GOFLAGS: '-p=2 -buildvcs=false',
};

/**
 * The path of an avalanchego program: `AVALANCHEGO` if it is set, else one that Go builds once (two minutes, 1.5 GB of
 * modules and caches).
 * @throws Error with one sentence if it is missing and cannot be built.
 */
export function avalanchegoBinary(): string {
  const given = process.env.AVALANCHEGO;
  if (given) {
    if (existsSync(given)) return given;
    throw new Error(`AVALANCHEGO names ${given}, which does not exist: set it to the path of an avalanchego program.`);
  }
  const built = resolve(FOLDER, 'main');
  if (existsSync(built)) return built;
  if (spawnSync('go', ['version']).status !== 0)
    throw new Error(`There is no avalanchego: set AVALANCHEGO to its path, or install Go, which builds ${VERSION}.`);
  console.log(`Building avalanchego ${VERSION} in ${FOLDER}; this takes minutes…`);
  const { status, stderr } = spawnSync(
    'go',
    ['install', '-ldflags=-s -w', `github.com/ava-labs/avalanchego/main@${VERSION}`],
    { env: { ...process.env, ...BUILD, GOBIN: resolve(FOLDER) }, encoding: 'utf8' },
  );
  if (status === 0) return built;
  throw new Error(`Go could not build avalanchego ${VERSION}: ${lastLine(stderr) || 'it says nothing'}`);
}

/** The last line of a program's output, which has the reason of its exit. */
export function lastLine(output: string | null): string {
  return output?.trim().split('\n').at(-1) ?? '';
}
