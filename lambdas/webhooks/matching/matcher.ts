import type { BlockEvent, TracedEvent } from '../../contract/events';
import type { BlockToMatch, MatchPass } from '../../domain/webhooks/match';
import { createMessages, release, revoke } from './create-messages';
import type { MatcherDeps } from './deps';

/** A block was added: creates its messages, and sends those that it confirms. */
export async function added(deps: MatcherDeps, event: BlockEvent): Promise<void> {
  const { isWatched, waitSeconds } = await matchBlock(deps, blockOf(event), 'added');
  if (waitSeconds > 0) await deps.later.send([{ waitedFor: event }], { delaySeconds: waitSeconds });
  if (isWatched) await release(deps, event.chainId, event.number, event.hash);
}

/** The traces of a block are known: creates the messages that waited for them, and those of what only they name. */
export async function traced(deps: MatcherDeps, { chainId, number, hash }: TracedEvent): Promise<void> {
  // The block's own epoch, not the event's: the chain may have been rolled back above the block before it was traced.
  const { incarnation, epoch } = await deps.blockRecord(chainId, hash);
  await matchBlock(deps, { chain: chainId, number, hash, incarnation, epoch }, 'traced');
}

/** Data that matches of a block wait for did not come in time: creates their messages without it. */
export async function timedOut(deps: MatcherDeps, event: BlockEvent): Promise<void> {
  await matchBlock(deps, blockOf(event), 'timedOut');
}

/** A block was removed: messages that were not sent are revoked, and those that may have been are taken back. */
export async function removed(deps: MatcherDeps, event: BlockEvent): Promise<void> {
  const isWatched = await Promise.all(deps.kinds.map((kind) => kind.isWatched(event.chainId)));
  if (!isWatched.includes(true)) return;
  const block = blockOf(event);
  // Marks the block before it reads the list, and `createMessages` does the reverse: one of the two sees the other.
  await deps.blocks.markRevoked(block, deps.now());
  await revoke(deps, block, await deps.blocks.of(block));
}

/** Matches a block for every kind of event. `waitSeconds`: the longest that a match waits for data; 0 for none. */
async function matchBlock(
  deps: MatcherDeps,
  block: BlockToMatch,
  pass: MatchPass,
): Promise<{ readonly isWatched: boolean; readonly waitSeconds: number }> {
  let [isWatched, longestWait] = [false, 0];
  for (const kind of deps.kinds) {
    const result = await kind.matches(block, pass);
    if (!result) continue;
    const { matches, waitSeconds = 0 } = result;
    await createMessages(deps, block, pass, matches);
    isWatched = true;
    longestWait = Math.max(longestWait, waitSeconds);
  }
  return { isWatched, waitSeconds: longestWait };
}

const blockOf = ({ chainId, number, hash, incarnation, epoch, transactions }: BlockEvent): BlockToMatch => ({
  chain: chainId,
  number,
  hash,
  incarnation,
  epoch,
  transactions,
});
