import type { BlockEvent, TracedEvent } from '../../chain/contract/events';
import type { BlockToMatch, CanonicalBlock, MatchPass } from '../domain/match';
import type { MatchingKind } from '../kinds/kind';
import { createMessages } from './create-messages';
import type { MatcherDeps } from './deps';
import { release } from './release';
import { revoke } from './revoke';

/** A block was added: creates its messages, and sends those that it confirms. */
export async function added(deps: MatcherDeps, event: BlockEvent): Promise<void> {
  const { isWatched, waitSeconds } = await matchBlock(deps, getBlock(event), 'added');
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
  await matchBlock(deps, getBlock(event), 'timedOut');
}

/** A block was removed: messages that were not sent are revoked, and those that may have been are taken back. */
export async function removed(deps: MatcherDeps, event: BlockEvent): Promise<void> {
  const isWatched = await Promise.all(deps.kinds.map((kind) => kind.isWatched(event.chainId)));
  if (!isWatched.includes(true)) return;
  const { chain, number, hash, incarnation } = getBlock(event);
  const block = { chain, number, hash, incarnation };
  // Marks the block before it reads the list, and `createMessages` does the reverse: one of the two sees the other.
  await deps.blocks.markRevoked(block, deps.now());
  await revokeFrom(deps, block);
}

/** Revokes a page of a block's messages, and leaves the rest to a message to the matcher's own queue. */
export async function revokeFrom(deps: MatcherDeps, block: CanonicalBlock, from?: string): Promise<void> {
  const { messages, next } = await deps.blocks.page(block, from);
  await revoke(deps, block, messages);
  if (next !== undefined) await deps.later.send([{ revokeRest: { block, from: next } }]);
}

/** Matches a block for every kind of event. `waitSeconds`: the longest that a match waits for data; 0 for none. */
async function matchBlock(
  deps: MatcherDeps,
  block: BlockToMatch,
  pass: MatchPass,
): Promise<{ readonly isWatched: boolean; readonly waitSeconds: number }> {
  let [isWatched, longestWait] = [false, 0];
  for (const kind of deps.kinds) {
    const waitSeconds = await matchPart(deps, kind, block, pass);
    isWatched ||= waitSeconds !== undefined;
    longestWait = Math.max(longestWait, waitSeconds ?? 0);
  }
  return { isWatched, waitSeconds: longestWait };
}

/**
 * Creates the messages of a part of a block's matches, and leaves the rest to a message to the matcher's own queue: a
 * block with very many matches takes long, and is never too much. Returns how many seconds a match waits for data, of
 * the block's first part.
 */
async function matchPart(
  deps: MatcherDeps,
  kind: MatchingKind,
  block: BlockToMatch,
  pass: MatchPass,
  from?: string,
): Promise<number | undefined> {
  const result = await kind.matches(block, pass, from);
  if (!result) return undefined;
  await createMessages(deps, block, pass, result.matches);
  if (result.next !== undefined)
    await deps.later.send([{ matchRest: { block, pass, eventType: kind.eventType, from: result.next } }]);
  return result.waitSeconds ?? 0;
}

/** Goes on with a block's matches after a part. */
export async function matchRest(
  deps: MatcherDeps,
  rest: { readonly block: BlockToMatch; readonly pass: MatchPass; readonly eventType: string; readonly from: string },
): Promise<void> {
  const kind = deps.kinds.find(({ eventType }) => eventType === rest.eventType);
  if (!kind) throw new Error(`unknown event type ${rest.eventType}`);
  await matchPart(deps, kind, rest.block, rest.pass, rest.from);
}

const getBlock = ({ chainId, number, hash, incarnation, epoch, transactions }: BlockEvent): BlockToMatch => ({
  chain: chainId,
  number,
  hash,
  incarnation,
  epoch,
  transactions,
});
