import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { Abi, Hex } from 'viem';

export type Compiled = { abi: Abi; bytecode: Hex };

export type Contracts = Record<
  'Token' | 'Collectible' | 'Items' | 'Workshop' | 'Crate' | 'Messenger' | 'Warp',
  Compiled
>;

const require = createRequire(import.meta.url);
const SOURCES = 'demo/contracts';
const CACHE = 'dist/demo/contracts.json';

// In a separate thread: the compiler blocks for seconds, and leaves handlers on its process.
const COMPILER = `
const { workerData, parentPort } = require('node:worker_threads');
const { readFileSync } = require('node:fs');
const solc = require(workerData.solc);
const resolve = require('node:module').createRequire(workerData.solc).resolve;
const read = (path) => ({ contents: readFileSync(resolve(path), 'utf8') });
parentPort.postMessage(solc.compile(workerData.input, { import: read }));
`;

/** Takes 3 to 5 seconds, or none if cached. @throws Error with the compiler's first message. */
export function compileContracts(): Promise<Contracts> {
  return compileFolder(SOURCES, CACHE);
}

/** Contract names must be unique across the files. @throws Error with the compiler's first message. */
export async function compileFolder<Name extends string>(
  folder: string,
  cacheFile: string,
): Promise<Record<Name, Compiled>> {
  const input = compilerInput(folder);
  const key = createHash('sha256').update(input).update(version('solc')).update(version('@openzeppelin/contracts'));
  const digest = key.digest('hex');
  if (existsSync(cacheFile)) {
    const cached: { digest: string; contracts: Record<Name, Compiled> } = JSON.parse(readFileSync(cacheFile, 'utf8'));
    if (cached.digest === digest) return cached.contracts;
  }
  const contracts: Record<Name, Compiled> = contractsIn(await runCompiler(input));
  mkdirSync(dirname(cacheFile), { recursive: true });
  // Renamed into place, because test processes compile concurrently.
  writeFileSync(`${cacheFile}.${process.pid}`, JSON.stringify({ digest, contracts }));
  renameSync(`${cacheFile}.${process.pid}`, cacheFile);
  return contracts;
}

function compilerInput(folder: string): string {
  const files = readdirSync(folder).filter((name) => name.endsWith('.sol'));
  const select = { '*': ['abi', 'evm.bytecode.object'] };
  return JSON.stringify({
    language: 'Solidity',
    sources: Object.fromEntries(
      files.sort().map((name) => [name, { content: readFileSync(join(folder, name), 'utf8') }]),
    ),
    settings: {
      evmVersion: 'cancun',
      optimizer: { enabled: true, runs: 200 },
      // Without the metadata hash, comments do not change the bytecode.
      metadata: { bytecodeHash: 'none' },
      outputSelection: Object.fromEntries(files.map((name) => [name, select])),
    },
  });
}

function version(name: string): string {
  return JSON.parse(readFileSync(require.resolve(`${name}/package.json`), 'utf8')).version;
}

function runCompiler(input: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(COMPILER, { eval: true, workerData: { input, solc: require.resolve('solc') } });
    worker.once('message', (output: string) => {
      resolve(output);
      void worker.terminate();
    });
    worker.once('error', reject);
  });
}

function contractsIn<Name extends string>(output: string): Record<Name, Compiled> {
  type Output = { abi: Abi; evm: { bytecode: { object: string } } };
  type Answer = {
    errors?: { severity: string; formattedMessage: string }[];
    contracts: Record<string, Record<string, Output>>;
  };
  const { errors = [], contracts }: Answer = JSON.parse(output);
  const fatal = errors.find(({ severity }) => severity === 'error');
  if (fatal) throw new Error(`A contract does not compile: ${fatal.formattedMessage}`);
  const compiled = Object.values(contracts).flatMap((byName) =>
    Object.entries(byName).map(([name, { abi, evm }]) => [name, { abi, bytecode: `0x${evm.bytecode.object}` }]),
  );
  return Object.fromEntries(compiled);
}

async function main(): Promise<void> {
  console.log(`Compiled ${Object.keys(await compileContracts()).join(', ')} to dist/demo/contracts.json.`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) void main();
