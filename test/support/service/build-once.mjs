import '../typescript-loader.mjs';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const { compileContracts } = await import('../../../demo/compile.ts');
const { testContracts } = await import('../node/contracts.ts');
const { startSynthesizer } = await import('./synthesizer.ts');

/** Bundles and compiles once, before the first services would each do it. */
export default async function buildOnce() {
  const bundle = promisify(execFile)(process.execPath, ['bin/start.mjs', 'cli', '--help']);
  await Promise.all([bundle, compileContracts(), testContracts()]);
  await startSynthesizer();
}
