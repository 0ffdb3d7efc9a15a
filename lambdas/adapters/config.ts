import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Chain, RuntimeConfig } from '../contract/config';

let cached: RuntimeConfig | undefined;

/** The configuration that the build put beside the bundle, without secrets. Read once. */
export function runtimeConfig(): RuntimeConfig {
  cached ??= JSON.parse(
    readFileSync(fileURLToPath(new URL('./config.json', import.meta.url)), 'utf8'),
  ) as RuntimeConfig;
  return cached;
}

/** The chain with this EVM chain id or blockchain id. */
export const findChain = (chains: readonly Chain[], id: string): Chain | undefined =>
  chains.find((chain) => chain.chainId === id || chain.blockchainId === id);
