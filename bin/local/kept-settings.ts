import { join } from 'node:path';
import * as z from 'zod';
import type { Config } from '../../lambdas/core/contract/config';
import { readState, writeState } from '../../local/state-file';

const Settings = z.object({
  name: z.string(),
  /** Chain IDs of indexed EVM chains, and names of indexed P-Chains. */
  chains: z.array(z.string()),
});

/** Throws if the name differs: resources are named after it. Call the returned function once the service runs. */
export function checkKeptSettings({ name, chains, pChains }: Config, dataDir: string): () => void {
  const file = join(dataDir, 'settings.json');
  const before = readState(
    file,
    Settings,
    { name, chains: [] },
    'The next start cannot check the name of the service.',
  );
  if (before.name !== name)
    throw new Error(
      `${dataDir} holds the data of service "${before.name}", but the configuration names it "${name}": set "name" to "${before.name}", choose another --data folder, or delete the data with --fresh`,
    );
  const now = [
    ...chains.filter(({ index }) => index).map(({ chainId }) => chainId),
    ...pChains.filter(({ index }) => index).map(({ network }) => `P-chain of ${network}`),
  ];
  const removed = before.chains.filter((chain) => !now.includes(chain));
  for (const chain of removed)
    console.warn(
      `${chain} was indexed in ${dataDir} but is no longer configured. Its data is kept; indexing resumes if you add it again.`,
    );
  return () => writeState(file, { name, chains: [...removed, ...now] } satisfies z.infer<typeof Settings>);
}
