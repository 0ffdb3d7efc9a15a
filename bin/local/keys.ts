import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PLANS } from '../../lambdas/contract/plans';

/** One key for each plan, created on the first start and stored beside the data, so that restarts keep them. */
export async function localKeys(controlUrl: string, service: string, dataDir: string): Promise<Record<string, string>> {
  const file = join(dataDir, 'keys.json');
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
  // AWS's client of API Gateway is loaded by a first start alone.
  const { createKey, gateway } = await import('../cli/keys');
  const client = gateway(controlUrl);
  const keys: Record<string, string> = {};
  for (const plan of PLANS.slice(1))
    keys[plan] = (await createKey(client, { service, name: `local ${plan}`, owner: 'local', plan })).key;
  writeFileSync(file, JSON.stringify(keys), { mode: 0o600 });
  return keys;
}
