import type { Config } from '../../core/contract/config';
import type { AlarmSpec, FunctionSpec, Scope } from '../../core/contract/function';

export type ConfiguredChains = Pick<Config, 'chains' | 'pChains'>;

/** A configured chain, as far as schedules depend on it. */
export interface CoveredChain extends Pick<Config['chains'][number], 'follower'> {
  /** Chain id, or P-Chain source name (`p-chain-fuji`). */
  readonly name: string;
  /** Backfill workers; absent for chains without a backfill. */
  readonly backfillWorkers?: number;
}

/** The scopes that cover chains of one kind only. */
type KindScope = 'indexedChains' | 'tracedChains' | 'pChains' | 'indexedPChains';

/** What a kind of chain contributes to the declarations of functions, alarms and prices. */
export interface ChainKindSpec {
  /** The configured chains that the follower indexes. */
  readonly followed: (config: ConfiguredChains) => CoveredChain[];
  /** Chains of this kind, by scope. */
  readonly scopes: Readonly<Partial<Record<KindScope & Scope, (config: ConfiguredChains) => CoveredChain[]>>>;
  /** Grants and alarms of the follower function, in addition to those that all kinds share. */
  readonly follower: Pick<FunctionSpec, 'owners' | 'uses'> & { readonly alarms: readonly AlarmSpec[] };
}
