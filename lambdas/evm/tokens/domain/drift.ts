import type { Holding } from './holdings';

/** How long a token's balances are read from the node after its last confirmed drift: 30 days. */
const LIVE_SECONDS = 30 * 86_400;
/** Maximum number of unconfirmed drifts per chain. */
const MAX_CANDIDATES = 100;

/**
 * Whether to read a token's balances from the node. `mark`: time of the last confirmed drift, Unix seconds. `true` is
 * an older mark without a time and holds until reconciliation adds one.
 */
export const isLive = (mark: unknown, now: number): boolean =>
  mark === true || (typeof mark === 'number' && now - mark < LIVE_SECONDS);

/** A stored balance that differs from the token's answer. */
export interface Drift {
  readonly holding: Holding;
  readonly stored: bigint;
  readonly node: bigint;
  readonly block: number;
}

/** A drift seen at one block. It needs a drift of the same token at a later block to be confirmed. */
export type DriftCandidate = Pick<Drift, 'holding' | 'block'>;

/**
 * Tokens with a drift confirmed at this block, and the remaining candidates, one per token. A candidate waits until a
 * later block exists; there it is confirmed or dropped.
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
