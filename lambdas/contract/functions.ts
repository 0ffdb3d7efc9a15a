import type { Config } from './config';
import type { FunctionSpec, Scope } from './function';
import * as exporting from './functions/exports';
import * as indexer from './functions/indexer';
import * as nodeRpc from './functions/node-rpc';
import * as webhooks from './functions/webhooks';
import { pChainSource } from './node-rpc/networks';

/**
 * Every function that is not invoked by requests. Those that answer requests derive from the endpoints (`registry.ts`).
 */
export const functions: readonly FunctionSpec[] = [indexer, webhooks, nodeRpc, exporting].flatMap((group) =>
  Object.values<FunctionSpec>(group),
);

/** The entry point of a function. */
export const entryPointOf = ({ capability, file }: FunctionSpec): string => `lambdas/${capability}/${file}.ts`;

/** The EVM chains that a scope covers one by one; none if there is one for the whole service. */
export function chainsOf(scope: Scope, { chains }: Pick<Config, 'chains'>): Config['chains'] {
  if (scope === 'service' || scope === 'pChains') return [];
  return chains.filter(({ index, traces }) => index && (scope === 'indexedChains' || traces));
}

/** The names of what a scope covers one by one: chain ids, or the names of P-chains' sources. */
export const namesOf = (scope: Scope, config: Pick<Config, 'chains' | 'pChains'>): string[] =>
  scope === 'pChains'
    ? config.pChains.map(({ network }) => pChainSource(network))
    : chainsOf(scope, config).map(({ chainId }) => chainId);
