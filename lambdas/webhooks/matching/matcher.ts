import type { BlockEvent, DueEvent, TracedEvent } from '../../chain/contract/events';
import type { MatchRest, Rematch, RevokeRest } from '../contract/messages';
import { serialWithoutReorgs } from '../domain/feed-progress';
import type { BlockToMatch, MatchPass } from '../domain/match';
import type { IndexedBlock, MatchingKind } from '../kinds/kind';
import { createMessages } from './create-messages';
import type { MatcherDeps } from './deps';
import { release } from './release';
import { revoke } from './revoke';

/** Also releases messages that the block confirms. */
export async function added(deps: MatcherDeps, event: BlockEvent): Promise<void> {
  const block = getBlock(event);
  const isLate = await deps.marks.isLate(block.chain, block.serial, 'added');
  const { isWatched, waitSeconds, hasWaiting, parts } = await matchBlock(deps, block, 'added', isLate);
  if (waitSeconds > 0)
    await deps.later.send([{ waitedFor: event, ...(hasWaiting ? {} : { isEmpty: true }) }], {
      delaySeconds: waitSeconds,
    });
  if (isWatched) await release(deps, event.chainId, event.number, event.hash);
  await finish(deps, { block, pass: 'added', parts, isLate, isOpen: waitSeconds > 0 });
}

/** Creates the messages that waited for traces, including addresses found only there. */
export async function traced(deps: MatcherDeps, { chainId, number, hash }: TracedEvent): Promise<void> {
  // The block's own epoch, not the event's: the chain may have been rolled back above the block before the trace.
  const { incarnation, epoch, serial } = await deps.blockRecord(chainId, hash);
  await matchLater(deps, { chain: chainId, number, hash, incarnation, epoch, serial }, 'traced');
}

/** Creates late messages of the block, because feeds may already be past it. Idempotent. */
export async function due(deps: MatcherDeps, { chainId: chain, due: all, ...at }: DueEvent): Promise<void> {
  // P-Chains do not reorganise.
  const block: BlockToMatch = { chain, incarnation: 1, ...at };
  for (const kind of deps.kinds)
    for (let from: string | undefined; ; ) {
      const result = await kind.dueMatches?.(block, all, from);
      if (!result) break;
      await createMessages(deps, { block, pass: 'added', isLate: true }, result.matches);
      if (result.next === undefined) break;
      from = result.next;
    }
}

/** Creates the waiting messages without traces. `isEmpty`: there were none. */
export async function timedOut(deps: MatcherDeps, event: BlockEvent, isEmpty = false): Promise<void> {
  await matchLater(deps, getBlock(event), 'timedOut', isEmpty);
}

async function matchLater(deps: MatcherDeps, block: BlockToMatch, pass: MatchPass, isEmpty = false): Promise<void> {
  const isLate =
    block.serial !== undefined &&
    (!(await claimTraces(deps, block, pass)) || (await deps.marks.isLate(block.chain, block.serial, pass)));
  const parts = isEmpty ? [] : (await matchBlock(deps, block, pass, isLate)).parts;
  await finish(deps, { block, pass, parts, isLate });
}

// A `traced` pass that was interrupted is repeated for the block's latest incarnation, so it never ends for this one.
async function claimTraces(deps: MatcherDeps, block: BlockToMatch, pass: MatchPass): Promise<boolean> {
  if (await deps.feed.claimTraces(block, pass, deps.now())) return true;
  return pass === 'timedOut' && (await deps.blockRecord(block.chain, block.hash)).incarnation > block.incarnation;
}

/** Revokes unsent messages, and sends removals for messages that may have been sent. */
export async function removed(deps: MatcherDeps, event: BlockEvent): Promise<void> {
  const isWatched = await Promise.all(deps.kinds.map((kind) => kind.isWatched(event.chainId)));
  const { chain, number, hash, incarnation, serial } = getBlock(event);
  const block = { chain, number, hash, incarnation };
  if (!isWatched.includes(true)) return deps.marks.removed(block, serial);
  // Marks the block, then reads the list; `createMessages` does the reverse, so one of the two sees the other.
  await deps.blocks.markRevoked(block, serial, deps.now());
  await revokeFrom(deps, { block, serial });
}

type RevokeFrom = Omit<RevokeRest['revokeRest'], 'from'> & { readonly from?: string };

/** Revokes one page; the rest continues as a message on the matcher's own queue. */
export async function revokeFrom(deps: MatcherDeps, { block, serial, ...rest }: RevokeFrom): Promise<void> {
  const isLate = await deps.marks.isLate(block.chain, serial, 'removed');
  // Skipped meanwhile: the removals of the pages before are not in the feeds.
  const from = isLate && !rest.isLate ? undefined : rest.from;
  const { messages, serial: origin, next } = await deps.blocks.page(block, from);
  await revoke(deps, block, messages, { origin, serial });
  if (next !== undefined) await deps.later.send([{ revokeRest: { block, serial, from: next, isLate } }]);
  else if (!isLate) deps.marks.removed(block, serial);
}

type Part = Pick<MatchRest['matchRest'], 'eventType' | 'from'>;
interface Unfinished extends Pick<MatchRest['matchRest'], 'pass' | 'isOpen' | 'isLate'> {
  readonly block: BlockToMatch;
  readonly parts: readonly Part[];
}

/** Continues with the first part as a message on the matcher's own queue; without parts, the block's event is done. */
async function finish(deps: MatcherDeps, { parts, ...unfinished }: Unfinished): Promise<void> {
  const { block, pass, isOpen, isLate } = unfinished;
  const [part, ...others] = parts;
  if (part) {
    const rest: MatchRest['matchRest'] = { ...unfinished, ...part, ...(others.length === 0 ? {} : { others }) };
    await deps.later.send([{ matchRest: rest }]);
    return;
  }
  // The feeds do not wait for a late pass.
  if (isLate) return;
  if (pass === 'added') deps.marks.matched(block);
  if (!isOpen) deps.marks.settled(block);
}

async function matchBlock(deps: MatcherDeps, block: BlockToMatch, pass: MatchPass, isLate = false) {
  const parts: Part[] = [];
  let [isWatched, hasWaiting, longestWait] = [false, false, 0];
  for (const kind of deps.kinds) {
    const result = await matchPart(deps, kind, { block, pass, isLate });
    if (!result) continue;
    isWatched = true;
    hasWaiting ||= result.hasWaiting === true;
    longestWait = Math.max(longestWait, result.waitSeconds ?? 0);
    if (result.next !== undefined) parts.push({ eventType: kind.eventType, from: result.next });
  }
  return { isWatched, hasWaiting, waitSeconds: longestWait, parts };
}

interface PartToMatch {
  readonly block: BlockToMatch;
  readonly pass: MatchPass;
  readonly isLate: boolean;
  readonly from?: string;
}

/** One part, so that any number of matches fits in an invocation. undefined if the kind is not watched. */
async function matchPart(deps: MatcherDeps, kind: MatchingKind, { block, pass, isLate, from }: PartToMatch) {
  const result = await kind.matches(block, pass, from);
  if (result) await createMessages(deps, { block, pass, isLate }, result.matches);
  return result;
}

/** Throws for an unknown event type. */
export async function matchRest(deps: MatcherDeps, rest: MatchRest['matchRest']): Promise<void> {
  const { block, pass, eventType, from, others = [], isOpen, isLate = false } = rest;
  // Skipped meanwhile: the messages of the parts before are not in the feeds.
  if (!isLate && (await deps.marks.isLate(block.chain, block.serial, pass)))
    return void (await matchLate(deps, block, pass));
  const kind = deps.kinds.find((one) => one.eventType === eventType);
  if (!kind) throw new Error(`unknown event type ${eventType}`);
  const next = (await matchPart(deps, kind, { block, pass, isLate, from }))?.next;
  const parts = next === undefined ? others : [{ eventType, from: next }, ...others];
  await finish(deps, { block, pass, parts, isOpen, isLate });
}

/** One block; the rest continues as a message on the matcher's own queue. Events that are not matched yet will be. */
export async function rematch(deps: MatcherDeps, { chain, from, to }: Rematch['rematch']): Promise<void> {
  const indexed = await deps.blockAt(chain, from);
  if (indexed) await rematchBlock(deps, chain, indexed);
  if (from < to) await deps.later.send([{ rematch: { chain, from: from + 1, to } }]);
}

async function rematchBlock(deps: MatcherDeps, chain: string, indexed: IndexedBlock): Promise<void> {
  const progress = await deps.progress.of(chain);
  const { number, hash, incarnation = 1, epoch = 0, serial = serialWithoutReorgs(progress.matched, number) } = indexed;
  const block: BlockToMatch = { chain, number, hash, incarnation, epoch, serial: serial === 0 ? undefined : serial };
  // Their messages are still to come.
  if (serial > Math.min(progress.matched.serial, progress.settled.serial)) return;
  const { waitSeconds } = await matchLate(deps, block, 'added');
  if (waitSeconds === 0) return;
  // Also those with internal transactions, if the node has traced the block.
  for (const pass of ['timedOut', 'traced'] as const) await matchLate(deps, block, pass);
}

/** From the beginning: all of its messages that are not in the feeds are appended. */
async function matchLate(deps: MatcherDeps, block: BlockToMatch, pass: MatchPass) {
  const result = await matchBlock(deps, block, pass, true);
  await finish(deps, { block, pass, parts: result.parts, isLate: true });
  return result;
}

const getBlock = ({ chainId, number, hash, incarnation, epoch, serial, transactions }: BlockEvent): BlockToMatch => ({
  chain: chainId,
  number,
  hash,
  incarnation,
  epoch,
  serial,
  transactions,
});
