import type { Holding } from './holdings';

/** Seconds for which a token's balances are read from the node after its last confirmed drift: 30 days. */
const LIVE_SECONDS = 30 * 86_400;
/** Unconfirmed drifts of a chain that are kept. */
const MAX_CANDIDATES = 100;

/**
 * Whether a token's balances are read from the node. `mark`: when a drift was last confirmed, Unix s; true is an older
 * mark without a time, which holds until reconciliation gives it one.
 */
export const isLive = (mark: unknown, now: number): boolean =>
  mark === true || (typeof mark === 'number' && now - mark < LIVE_SECONDS);

/** A row that differs from its token's answer. */
export interface Drift {
  readonly holding: Holding;
  readonly stored: bigint;
  readonly node: bigint;
  /** The block of the comparison. */
  readonly block: number;
}

/** A drift that was seen at one block: it counts once the token drifts at a later block too. */
export type DriftCandidate = Pick<Drift, 'holding' | 'block'>;

/**
 * The tokens whose drift is confirmed at this block, and the candidates from now on, one for each token. While the
 * chain has no later block, a candidate waits; at the first later one it is confirmed or dropped.
 */
export function confirmDrifts(
  candidates: readonly DriftCandidate[],
  drifts: readonly Drift[],
  block: number,
): { readonly confirmed: string[]; readonly candidates: DriftCandidate[] } {
  const waiting = new Map(candidates.map((one) => [one.holding.token, one]));
  const drifting = new Map(drifts.map((one) => [one.holding.token, one]));
  const isEarlier = (token: string) => (waiting.get(token)?.block ?? block) < block;
  const fresh = [...drifting.values()].map(
    ({ holding, block: at }) => waiting.get(holding.token) ?? { holding, block: at },
  );
  return {
    confirmed: [...drifting.keys()].filter(isEarlier),
    candidates: [...candidates, ...fresh.filter((one) => !candidates.includes(one))]
      .filter(({ holding }) => !isEarlier(holding.token))
      .slice(-MAX_CANDIDATES),
  };
}
