import { msSince } from '../../core/domain/stored-time';

/** The node is asked once a minute at least: after this long, ms, what it said last says nothing of now. */
const STALE_MS = 180_000;

/** What a P-chain's node said last. Times in Unix ms. */
interface LastOutcome {
  readonly head?: { readonly answeredAt: number; readonly height?: string };
  readonly failed?: { readonly at: number; readonly message: string };
}

/** The health report of a P-chain. `height`: of the last accepted block; `answeredAt`: Unix seconds. */
export function pChainHealth(network: string, { head, failed }: LastOutcome, now: number) {
  const asked = failed?.at ?? head?.answeredAt;
  const isOld = asked === undefined || msSince(asked, now) > STALE_MS;
  const silence = isOld ? 'its node has not been asked for three minutes' : undefined;
  const message = failed?.message ?? (asked === undefined ? 'its node has not been asked yet' : silence);
  return {
    status: message === undefined ? ('up' as const) : ('down' as const),
    network,
    ...(head?.height === undefined ? {} : { height: Number(head.height) }),
    ...(head ? { answeredAt: Math.floor(head.answeredAt / 1_000) } : {}),
    ...(message === undefined ? {} : { message }),
  };
}
