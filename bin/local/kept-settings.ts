import { join } from 'node:path';
import * as z from 'zod';
import type { Config } from '../../lambdas/core/contract/config';
import { readState, writeState } from '../../local/state-file';

/** The settings that the data of a folder depends on, as of the last start. */
const Settings = z.object({
  name: z.string(),
  /** Ids of indexed EVM chains, and networks of indexed P-chains. */
  chains: z.array(z.string()),
});

/**
 * Compares the configuration with the one that made the data of a folder. Another name is an error: all resources are
 * named after it, so that the service would begin anew beside its data. Warns of indexed chains that were removed. Returns
 * what keeps the settings, once the service has started with them.
 */
export function checkKeptSettings({ name, chains, pChains }: Config, dataDir: string): () => void {
  const file = join(dataDir, 'settings.json');
  const before = readState(file, Settings, { name, chains: [] }, 'The name is not compared at the next start.');
  if (before.name !== name)
    throw new Error(
      `${dataDir} holds the data of the service "${before.name}", and the configuration names it "${name}": set "name" to "${before.name}", choose another --data folder, or delete the data with --fresh`,
    );
  const now = [
    ...chains.filter(({ index }) => index).map(({ chainId }) => chainId),
    ...pChains.filter(({ index }) => index).map(({ network }) => `P-chain of ${network}`),
  ];
  const removed = before.chains.filter((chain) => !now.includes(chain));
  for (const chain of removed)
    console.warn(
      `${chain} was indexed in ${dataDir} and is not in the configuration: its data is kept, and indexing continues once it is back.`,
    );
  return () => writeState(file, { name, chains: [...removed, ...now] } satisfies z.infer<typeof Settings>);
}
