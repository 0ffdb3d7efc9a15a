import { join } from 'node:path';
import * as z from 'zod';
import { PLANS } from '../../lambdas/core/contract/plans';
import type { Runner } from '../../local/runner';
import { readState, writeState } from '../../local/state-file';

const Keys = z.record(z.string(), z.string());

/** One key per plan, created on the first start and stored with the data. */
export async function localKeys(
  runner: Pick<Runner, 'controlUrl' | 'token'>,
  service: string,
  dataDir: string,
): Promise<Record<string, string>> {
  const file = join(dataDir, 'keys.json');
  const stored = readState(file, Keys, {}, 'New keys are created; the old ones stay valid.');
  if (Object.keys(stored).length > 0) return stored;
  // Imported only on a first start: the API Gateway client is slow to load.
  const { createKey, gateway } = await import('../cli/keys');
  const client = gateway(runner);
  const keys: Record<string, string> = {};
  for (const plan of PLANS.slice(1))
    keys[plan] = (await createKey(client, { service, name: `local ${plan}`, owner: 'local', plan })).key;
  writeState(file, keys);
  return keys;
}
