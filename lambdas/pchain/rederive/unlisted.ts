import { getRules, type NetworkFacts } from '../domain/networks';
import { PRIMARY_NETWORK } from '../domain/replay/state';
import { seedState } from '../domain/seed';
import { type FirstDeps, genesisOwners } from '../indexer/first-block';

/** Parties and transactions older than the first block that appear in no list of rows. */
export interface Unlisted {
  /** Owners of genesis stakes. */
  readonly addresses: readonly string[];
  /** Of stakes of a seed. */
  readonly txIds: ReadonlySet<string>;
}

export const NOTHING_UNLISTED: Unlisted = { addresses: [], txIds: new Set() };

/** `start`: first block of the index. */
export async function findUnlisted(
  deps: FirstDeps & { readonly facts: () => Promise<NetworkFacts> },
  start: number,
): Promise<Unlisted> {
  const facts = await deps.facts();
  if (start === 0) return { addresses: await genesisOwners(deps, facts), txIds: new Set() };
  const seed = await deps.states.seed(deps.chain);
  if (!seed) return NOTHING_UNLISTED;
  // Lists have validators, and delegators of the primary network.
  const stakers = [...seedState(seed, getRules(facts)).stakers.values()].filter(
    ({ kind, subnetId }) => kind === 'delegator' && subnetId !== PRIMARY_NETWORK,
  );
  return { addresses: [], txIds: new Set(stakers.map(({ txId }) => txId)) };
}
