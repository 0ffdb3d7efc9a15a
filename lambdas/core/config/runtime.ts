import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { CHAIN_IDS } from '../contract/chain-ids';
import type { Chain, RuntimeConfig } from '../contract/config';
import type { PChain } from '../contract/pchain-config';
import { pChainSource } from '../contract/pchain-source';

let cached: RuntimeConfig | undefined;

/** The configuration that the build placed beside the bundle, without secrets. */
export function runtimeConfig(): RuntimeConfig {
  cached ??= JSON.parse(
    readFileSync(fileURLToPath(new URL('./config.json', import.meta.url)), 'utf8'),
  ) as RuntimeConfig;
  return cached;
}

/** By EVM chain id, blockchain id or platform chain id. */
export const findChain = (chains: readonly Chain[], id: string): Chain | undefined =>
  chains.find((chain) => CHAIN_IDS.some((field) => chain[field] === id));

export const findPChain = (pChains: readonly PChain[], name: string): PChain | undefined =>
  pChains.find(({ network }) => pChainSource(network) === name);
