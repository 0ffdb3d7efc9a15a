import { inParallel } from '../../core/runtime/concurrency';
import type { CanonicalBlock } from '../domain/match';
import { messageId, type NewMessage } from '../domain/message';
import type { MatcherDeps } from './deps';
import { computeDigest } from './digest';

const MAX_PARALLEL = 16;

/** Serials of the events that added and removed the block; absent in events of 0.1.0. */
export interface RevocationSerials {
  readonly origin?: number | undefined;
  readonly serial?: number | undefined;
}

/** None is sent from here on. A message that may have arrived gets a removal, from the same outbox. Idempotent. */
export async function revoke(
  deps: MatcherDeps,
  block: CanonicalBlock,
  all: readonly NewMessage[],
  { origin, serial }: RevocationSerials,
): Promise<void> {
  // A message may be listed by several passes, or by a repeated one.
  const messages = [...new Map(all.map((message) => [message.digest, message])).values()];
  const [attempted, open]: [NewMessage[], NewMessage[]] = [[], []];
  const listed = new Set<string>();
  await inParallel(messages, MAX_PARALLEL, async (message) => {
    const { state, by } = await deps.messages.revoke(message, deps.now(), serial);
    // Another event removed the block before the table was restored: its removal is in the feed already.
    if (by !== serial) listed.add(message.digest);
    if (state === 'attempted') attempted.push(message);
    if (state === 'pending') open.push(message);
  });
  if (origin !== undefined && serial !== undefined) {
    const removable = messages.filter(({ removals, digest }) => removals !== false && !listed.has(digest));
    const removal = { origin, incarnation: block.incarnation };
    await ((await deps.marks.isLate(block.chain, serial, 'removed'))
      ? deps.feed.removeLate(block.chain, serial, removal, removable, deps.now())
      : deps.feed.remove(serial, removal, removable, deps.now()));
  }
  const created = [...attempted, ...(await perhapsSent(deps, open))]
    .filter(({ removals, isPulled }) => removals !== false && !isPulled)
    .map((message) => toRemoval(block, message, deps.now()));
  await deps.messages.create(
    created.map((message) => ({ message })),
    deps.now(),
  );
  // Their removals are created when it is their turn.
  await deps.announce([...created, ...messages.filter(({ isOrdered }) => isOrdered)]);
}

// May be in flight. Claims are read after the revocation, and a sender claims messages before it reads them, so one of
// the two sees the other. A claim ends when its attempt is recorded, so messages are read after the claims.
async function perhapsSent(deps: MatcherDeps, revoked: readonly NewMessage[]): Promise<NewMessage[]> {
  const claimed = await deps.health.getClaimed(revoked);
  const found = await deps.messages.findAll(revoked.filter(({ digest }) => !claimed.has(digest)));
  return revoked.filter(({ digest }) => claimed.has(digest) || (found.get(digest)?.attempts.length ?? 0) > 0);
}

export function toRemoval(
  { chain, incarnation }: Pick<CanonicalBlock, 'chain' | 'incarnation'>,
  message: NewMessage,
  createdAt: number,
): NewMessage {
  const { webhook, of, subEvent } = message;
  if (!of) throw new Error('cannot revoke a message without a block');
  const identity = { chain, ...of, webhook, kind: 'removed', incarnation } as const;
  return {
    ...message,
    kind: 'removed',
    digest: computeDigest({ ...identity, ...(subEvent === undefined ? {} : { subEvent }) }),
    removes: messageId(message),
    // Clocks differ between functions, and replays are ordered by this: never before the original.
    createdAt: Math.max(createdAt, message.createdAt + 1),
  };
}
