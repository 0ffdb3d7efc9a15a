import '../typescript-loader.mjs';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const { compileContracts } = await import('../../../demo/compile.ts');
const { testContracts } = await import('../node/contracts.ts');
const { startSynthesizer } = await import('./synthesizer.ts');

/** Before integration tests: makes the bundle that services start from and the contracts, or each of the first would. */
export default async function buildOnce() {
  const bundle = promisify(execFile)(process.execPath, ['bin/start.mjs', 'cli', '--help']);
  await Promise.all([bundle, compileContracts(), testContracts()]);
  await startSynthesizer();
}
