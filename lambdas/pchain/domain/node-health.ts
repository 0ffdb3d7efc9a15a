import { msSince } from '../../core/domain/stored-time';

/** The node is polled at least once a minute. */
const STALE_MS = 180_000;

/** Times in Unix ms. */
interface LastOutcome {
  readonly head?: { readonly answeredAt: number; readonly height?: string };
  readonly failed?: { readonly at: number; readonly message: string };
}

/** `height`: last accepted block; `answeredAt`: Unix seconds. */
export function pChainHealth(network: string, { head, failed }: LastOutcome, now: number) {
  const polledAt = failed?.at ?? head?.answeredAt;
  const isOld = polledAt === undefined || msSince(polledAt, now) > STALE_MS;
  const silence = isOld ? 'the node has not been polled for three minutes' : undefined;
  const message = failed?.message ?? (polledAt === undefined ? 'the node has not been polled yet' : silence);
  return {
    status: message === undefined ? ('up' as const) : ('down' as const),
    network,
    ...(head?.height === undefined ? {} : { height: Number(head.height) }),
    ...(head ? { answeredAt: Math.floor(head.answeredAt / 1_000) } : {}),
    ...(message === undefined ? {} : { message }),
  };
}
