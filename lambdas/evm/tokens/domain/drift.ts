import type { Holding } from './holdings';

const LIVE_SECONDS = 30 * 86_400; // 30 days
const MAX_CANDIDATES = 100;

/** `mark`: last confirmed drift, Unix seconds; `true` lasts until reconciliation adds a time. */
export const isLive = (mark: unknown, now: number): boolean =>
  mark === true || (typeof mark === 'number' && now - mark < LIVE_SECONDS);

export interface Drift {
  readonly holding: Holding;
  readonly stored: bigint;
  readonly node: bigint;
  readonly block: number;
}

export type DriftCandidate = Pick<Drift, 'holding' | 'block'>;

/** A candidate waits for a later block, where it is confirmed or dropped. */
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
