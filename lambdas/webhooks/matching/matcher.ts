import type { BlockEvent, TracedEvent } from '../../chain/contract/events';
import type { BlockToMatch, CanonicalBlock, MatchPass } from '../domain/match';
import type { MatchingKind } from '../kinds/kind';
import { createMessages } from './create-messages';
import type { MatcherDeps } from './deps';
import { release } from './release';
import { revoke } from './revoke';

/** Also releases messages that the block confirms. */
export async function added(deps: MatcherDeps, event: BlockEvent): Promise<void> {
  const { isWatched, waitSeconds } = await matchBlock(deps, getBlock(event), 'added');
  if (waitSeconds > 0) await deps.later.send([{ waitedFor: event }], { delaySeconds: waitSeconds });
  if (isWatched) await release(deps, event.chainId, event.number, event.hash);
}

/** Creates the messages that waited for traces, including addresses found only there. */
export async function traced(deps: MatcherDeps, { chainId, number, hash }: TracedEvent): Promise<void> {
  // The block's own epoch, not the event's: the chain may have been rolled back above the block before the trace.
  const { incarnation, epoch } = await deps.blockRecord(chainId, hash);
  await matchBlock(deps, { chain: chainId, number, hash, incarnation, epoch }, 'traced');
}

/** Creates the waiting messages without traces. */
export async function timedOut(deps: MatcherDeps, event: BlockEvent): Promise<void> {
  await matchBlock(deps, getBlock(event), 'timedOut');
}

/** Revokes unsent messages, and sends removals for messages that may have been sent. */
export async function removed(deps: MatcherDeps, event: BlockEvent): Promise<void> {
  const isWatched = await Promise.all(deps.kinds.map((kind) => kind.isWatched(event.chainId)));
  if (!isWatched.includes(true)) return;
  const { chain, number, hash, incarnation } = getBlock(event);
  const block = { chain, number, hash, incarnation };
  // Marks the block, then reads the list; `createMessages` does the reverse, so one of the two sees the other.
  await deps.blocks.markRevoked(block, deps.now());
  await revokeFrom(deps, block);
}

/** Revokes one page; the rest continues as a message on the matcher's own queue. */
export async function revokeFrom(deps: MatcherDeps, block: CanonicalBlock, from?: string): Promise<void> {
  const { messages, next } = await deps.blocks.page(block, from);
  await revoke(deps, block, messages);
  if (next !== undefined) await deps.later.send([{ revokeRest: { block, from: next } }]);
}

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

// One part; the rest continues as a message on the matcher's own queue, so that any number of matches fits in an
// invocation. Returns how long the first part's matches wait for data, seconds; undefined if the kind is not watched.
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

/** Throws for an unknown event type. */
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
