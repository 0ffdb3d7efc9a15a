import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Files that the scaffold reads, and that its output imports. */
const SOURCES = ['bin', 'demo', 'lambdas', 'lib', 'local', 'test/support'];
const TOOLS = ['package.json', 'tsconfig.json', 'biome.json', 'jest.config.cjs', '.gitignore'];

/** An endpoint of an existing resource, and one of a new resource with a path that makes long lines. */
const ENDPOINTS = [
  ['getUncle', '/v1/chains/{chainId}/uncles/{uncleId}', 'blocks'],
  ['getLatestThing', '/v1/things/{firstThingId}/of/{secondThingId}/of/{thirdThingId}/of/{fourthThingId}', 'things'],
] as const;
const TESTS = ['test/evm/api/blocks/get-uncle.test.ts', 'test/evm/api/things/get-latest-thing.test.ts'];

let copy: string;
beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'scaffold-'));
  for (const path of [...SOURCES, ...TOOLS]) cpSync(path, join(copy, path), { recursive: true });
  symlinkSync(realpathSync('node_modules'), join(copy, 'node_modules'));
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

/** Runs a tool of `node_modules` in the copy. A failure includes its output. */
function run(command: string, ...args: string[]): void {
  try {
    execFileSync(join('node_modules/.bin', command), args, { cwd: copy, encoding: 'utf8', stdio: 'pipe' });
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`${[command, ...args].join(' ')}\n${stdout}\n${stderr}`);
  }
}

test('the output of `npm run new:endpoint` compiles and passes the linter and its tests', () => {
  for (const endpoint of ENDPOINTS) run('tsx', 'bin/new-endpoint.ts', ...endpoint);
  for (const file of TESTS) expect(readFileSync(join(copy, file), 'utf8')).not.toMatch(/\bas\b|\bany\b/);
  writeFileSync(join(copy, 'written.json'), JSON.stringify({ extends: './tsconfig.json', include: [], files: TESTS }));
  run('tsc', '--noEmit', '-p', 'written.json');
  run('biome', 'check', '--error-on-warnings', 'lambdas/evm/contract/endpoints', 'lambdas/evm/api', 'test/evm/api');
  run('jest', '--selectProjects', 'unit', '--runTestsByPath', ...TESTS);
});
