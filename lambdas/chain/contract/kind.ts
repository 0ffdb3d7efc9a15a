import type { Config } from '../../core/contract/config';
import type { AlarmSpec, FunctionSpec, Scope } from '../../core/contract/function';

/** The chains of a configuration, by kind. */
export type ConfiguredChains = Pick<Config, 'chains' | 'pChains'>;

/** A configured chain, as far as schedules depend on it. */
export interface CoveredChain extends Pick<Config['chains'][number], 'follower'> {
  /** A chain id, or the name of a P-Chain's source. */
  readonly name: string;
  /** Workers of its history; absent where that is not backfilled. */
  readonly backfillWorkers?: number;
}

/** The scopes that cover chains of one kind only. */
type KindScope = 'indexedChains' | 'tracedChains' | 'pChains' | 'indexedPChains';

/** What declarations of functions, alarms and prices derive from a kind of chain. */
export interface ChainKindSpec {
  /** Its chains that the follower indexes. */
  readonly followed: (config: ConfiguredChains) => CoveredChain[];
  /** The scopes that cover chains of this kind. */
  readonly scopes: Readonly<Partial<Record<KindScope & Scope, (config: ConfiguredChains) => CoveredChain[]>>>;
  /** What the follower's function may use for its chains, in addition to what all kinds share. */
  readonly follower: Pick<FunctionSpec, 'owners' | 'uses'> & { readonly alarms: readonly AlarmSpec[] };
}
