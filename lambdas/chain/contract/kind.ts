import type { Config } from '../../core/contract/config';
import type { AlarmSpec, FunctionSpec, Scope } from '../../core/contract/function';

export type ConfiguredChains = Pick<Config, 'chains' | 'pChains'>;

export interface CoveredChain extends Pick<Config['chains'][number], 'follower'> {
  /** Chain id, or P-Chain source name (`p-chain-fuji`). */
  readonly name: string;
  /** Absent for chains without a backfill. */
  readonly backfillWorkers?: number;
}

type KindScope = 'indexedChains' | 'tracedChains' | 'pChains' | 'indexedPChains';

/** Declarations of a kind of chain, for its functions, alarms and prices. */
export interface ChainKindSpec {
  readonly followed: (config: ConfiguredChains) => CoveredChain[];
  readonly scopes: Readonly<Partial<Record<KindScope & Scope, (config: ConfiguredChains) => CoveredChain[]>>>;
  readonly follower: Pick<FunctionSpec, 'owners' | 'uses'> & { readonly alarms: readonly AlarmSpec[] };
}
