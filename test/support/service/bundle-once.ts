import { execFileSync } from 'node:child_process';

/** Before integration tests: makes the bundle that services start from, or each of the first would make one. */
export default function bundleOnce(): void {
  execFileSync(process.execPath, ['bin/start.mjs', 'cli', '--help']);
}
