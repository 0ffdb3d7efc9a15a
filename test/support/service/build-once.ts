import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { compileContracts } from '../../../demo/compile';
import { testContracts } from '../node/contracts';
import { startSynthesizer } from './synthesizer';

/** Before integration tests: makes the bundle that services start from and the contracts, or each of the first would. */
export default async function buildOnce(): Promise<void> {
  const bundle = promisify(execFile)(process.execPath, ['bin/start.mjs', 'cli', '--help']);
  await Promise.all([bundle, compileContracts(), testContracts()]);
  await startSynthesizer();
}
