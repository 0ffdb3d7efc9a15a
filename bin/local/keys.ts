import { join } from 'node:path';
import * as z from 'zod';
import { PLANS } from '../../lambdas/core/contract/plans';
import type { Runner } from '../../local/runner';
import { readState, writeState } from '../../local/state-file';

const Keys = z.record(z.string(), z.string());

/** One key for each plan, created on the first start and stored beside the data, so that restarts keep them. */
export async function localKeys(
  runner: Pick<Runner, 'controlUrl' | 'token'>,
  service: string,
  dataDir: string,
): Promise<Record<string, string>> {
  const file = join(dataDir, 'keys.json');
  const stored = readState(file, Keys, {}, 'New keys are made; the old ones stay valid.');
  if (Object.keys(stored).length > 0) return stored;
  // AWS's client of API Gateway is loaded by a first start alone.
  const { createKey, gateway } = await import('../cli/keys');
  const client = gateway(runner);
  const keys: Record<string, string> = {};
  for (const plan of PLANS.slice(1))
    keys[plan] = (await createKey(client, { service, name: `local ${plan}`, owner: 'local', plan })).key;
  writeState(file, keys);
  return keys;
}
