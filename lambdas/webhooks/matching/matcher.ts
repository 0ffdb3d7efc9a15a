import type { BlockEvent, TracedEvent } from '../../chain/contract/events';
import type { BlockToMatch, CanonicalBlock, MatchPass } from '../domain/match';
import type { MatchingKind } from '../kinds/kind';
import { createMessages } from './create-messages';
import type { MatcherDeps } from './deps';
import { release } from './release';
import { revoke } from './revoke';

/** A block was added: creates its messages, and releases messages that it confirms. */
export async function added(deps: MatcherDeps, event: BlockEvent): Promise<void> {
  const { isWatched, waitSeconds } = await matchBlock(deps, getBlock(event), 'added');
  if (waitSeconds > 0) await deps.later.send([{ waitedFor: event }], { delaySeconds: waitSeconds });
  if (isWatched) await release(deps, event.chainId, event.number, event.hash);
}

/** A block was traced: creates the messages that waited for its traces, including addresses found only there. */
export async function traced(deps: MatcherDeps, { chainId, number, hash }: TracedEvent): Promise<void> {
  // The block's own epoch, not the event's: the chain may have been rolled back above the block before the trace.
  const { incarnation, epoch } = await deps.blockRecord(chainId, hash);
  await matchBlock(deps, { chain: chainId, number, hash, incarnation, epoch }, 'traced');
}

/** A block was not traced in time: creates the waiting messages without its traces. */
export async function timedOut(deps: MatcherDeps, event: BlockEvent): Promise<void> {
  await matchBlock(deps, getBlock(event), 'timedOut');
}

/** A block was removed: revokes unsent messages, and sends removals for messages that may have been sent. */
export async function removed(deps: MatcherDeps, event: BlockEvent): Promise<void> {
  const isWatched = await Promise.all(deps.kinds.map((kind) => kind.isWatched(event.chainId)));
  if (!isWatched.includes(true)) return;
  const { chain, number, hash, incarnation } = getBlock(event);
  const block = { chain, number, hash, incarnation };
  // Marks the block, then reads the list; `createMessages` does it the other way round, so one of the two sees the
  // other.
  await deps.blocks.markRevoked(block, deps.now());
  await revokeFrom(deps, block);
}

/** Revokes a page of a block's messages; the rest continues as a message on the matcher's own queue. */
export async function revokeFrom(deps: MatcherDeps, block: CanonicalBlock, from?: string): Promise<void> {
  const { messages, next } = await deps.blocks.page(block, from);
  await revoke(deps, block, messages);
  if (next !== undefined) await deps.later.send([{ revokeRest: { block, from: next } }]);
}

/** Matches a block for every kind of event. `waitSeconds`: the longest wait of any match; 0 for none. */
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
 * Creates one part of a block's messages; the rest continues as a message on the matcher's own queue, so that a block
 * with any number of matches fits in an invocation. Returns how long matches of the first part wait for data, in
 * seconds; undefined if the kind is not watched.
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

/** Continues a block's matches after a part. Throws for an unknown event type. */
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
