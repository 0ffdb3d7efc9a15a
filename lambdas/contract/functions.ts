import type { Config } from './config';
import type { FunctionSpec, Scope } from './function';
import * as indexer from './functions/indexer';
import * as webhooks from './functions/webhooks';

/**
 * Every function that is not invoked by requests. Those that answer requests derive from the endpoints (`registry.ts`).
 */
export const functions: readonly FunctionSpec[] = [...Object.values(indexer), ...Object.values(webhooks)];

/** The entry point of a function. */
export const entryPointOf = ({ capability, file }: FunctionSpec): string => `lambdas/${capability}/${file}.ts`;

/** The chains that a scope covers one by one; none if there is one for the whole service. */
export function chainsOf(scope: Scope, { chains }: Pick<Config, 'chains'>): Config['chains'] {
  if (scope === 'service') return [];
  return chains.filter(({ index, traces }) => index && (scope === 'indexedChains' || traces));
}
