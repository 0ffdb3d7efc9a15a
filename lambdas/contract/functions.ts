import type { Config } from './config';
import type { FunctionSpec, Scope } from './function';
import * as indexer from './functions/indexer';
import * as webhooks from './functions/webhooks';

/** Every function that no request calls. Those that answer requests derive from the endpoints (`registry.ts`). */
export const functions: readonly FunctionSpec[] = [...Object.values(indexer), ...Object.values(webhooks)];

/** The entry point of a function. */
export const entryPointOf = ({ capability, file }: FunctionSpec): string => `lambdas/${capability}/${file}.ts`;

/** The chains that there is one of something for; none where there is one for the whole service. */
export function chainsOf(scope: Scope, { chains }: Pick<Config, 'chains'>): Config['chains'] {
  if (scope === 'service') return [];
  return chains.filter(({ index, traces }) => index && (scope === 'indexedChains' || traces));
}
