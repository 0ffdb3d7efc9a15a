import type { BlockEvent } from '../../../lambdas/chain/contract/events';
import { countWebhook } from '../../../lambdas/webhooks/audit/count-webhook';
import type { RevokeRest } from '../../../lambdas/webhooks/contract/messages';
import type { FeedPosition } from '../../../lambdas/webhooks/domain/feed-position';
import type { MatchPass } from '../../../lambdas/webhooks/domain/match';
import { type MessageRecord, messageId } from '../../../lambdas/webhooks/domain/message';
import { countAll, sum } from '../../../lambdas/webhooks/domain/message-counts';
import type { WebhookRecord } from '../../../lambdas/webhooks/domain/webhook';
import { endOfFeed, readFeed } from '../../../lambdas/webhooks/feed/read-feed';
import type { EventKind } from '../../../lambdas/webhooks/kinds/kind';
import { createFeedMarks } from '../../../lambdas/webhooks/matching/feed-marks';
import { added, rematch, removed, revokeFrom, timedOut, traced } from '../../../lambdas/webhooks/matching/matcher';
import { feedEntryReader } from '../../../lambdas/webhooks/rows/feed-entries';
import { createFeedProgress } from '../../../lambdas/webhooks/rows/feed-progress';
import { messageKey } from '../../../lambdas/webhooks/rows/message-key';
import { hash } from '../make/blocks';
import { matcherDeps } from './matcher';
import { aWebhook, CHAIN, PRO, webhookWorld } from './webhooks';

export const START = { serial: 0, rank: 0 };
/** Transactions that match in a block, and one that only its traces show. */
const TXS = [0, 1];
const INTERNAL_TX = 2;

type Work = { readonly kind: 'event' | 'traced' | 'timedOut'; readonly event: BlockEvent; readonly isRemoval: boolean };

/** The retry of an event that was skipped appends its messages. Throws any other error. */
function isSkipError(error: Error): false {
  if (!error.message.includes('was skipped')) throw error;
  return false;
}

export interface Reader {
  readonly webhook: WebhookRecord;
  readonly position: FeedPosition;
  readonly seen: readonly MessageRecord[];
}

/** Gaps of the progress are skipped after a few steps. */
export const SLOW_STEP_MS = 4 * 60_000;

/**
 * A webhook and its chain, matched in any order; `draw`: 0 to 1. `stepMs`: between steps of matching. Beside a webhook
 * that waits for traces, one that does not.
 */
export async function feedWorld(settings: Partial<WebhookRecord>, draw: () => number, stepMs: number) {
  let now = Date.UTC(2026, 0, 1);
  const { deps, table } = await webhookWorld();
  const create = async (more: Partial<WebhookRecord>): Promise<WebhookRecord> => {
    const { confirmations, order } = more;
    const asked = { ...(confirmations ? { confirmations } : {}), ...(order ? { order } : {}) };
    const { id } = await aWebhook(deps, asked);
    const found = await deps.Webhook.find(PRO.ownerId, id);
    if (!found) throw new Error('the webhook is not there');
    return { ...found, ...more };
  };
  const waits = settings.waitsForTraces === true;
  const webhook = await create(settings);
  const webhooks = waits ? [webhook, await create({})] : [webhook];
  const kind: EventKind = {
    eventType: 'address_activity',
    covers: () => true,
    isWatched: async () => true,
    blockFrom: async () => undefined,
    async matches({ number, hash: blockHash }, pass: MatchPass) {
      const toMatch = (own: readonly WebhookRecord[], txs: readonly number[]) =>
        own.flatMap((one) => txs.map((tx) => ({ webhook: one, tx, txHash: hash(number * 10 + tx) })));
      if (pass === 'timedOut') return { matches: toMatch(webhooks, TXS) };
      if (pass === 'traced')
        return { matches: toMatch([webhook], isTraced.has(blockHash) ? [...TXS, INTERNAL_TX] : TXS) };
      const others = webhooks.filter(({ waitsForTraces }) => !waitsForTraces);
      return { matches: toMatch(others, TXS), ...(waits ? { waitSeconds: 60, hasWaiting: true } : {}) };
    },
    body: async () => ({}),
    sample: async () => ({}),
  };
  const isTraced = new Set<string>();
  const progress = createFeedProgress(table);
  const records = new Map<string, { incarnation: number; epoch: number; serial: number }>();
  const { own, later } = matcherDeps(deps, table, [kind]);
  const matcher = {
    ...own,
    blockAt: async (_: string, number: number) => {
      const block = path.find((one) => one.number === number);
      return block && { ...block, serial: block.serial ?? 0, time: 0 };
    },
    blockRecord: async (_: string, of: string) => records.get(of) ?? { incarnation: 1, epoch: 0 },
  };

  // Events are published in the order of their serials, and matched in any order.
  const path: BlockEvent[] = [];
  const work: Work[] = [];
  let [serial, epoch, branch] = [0, 0, 0];
  const toEvent = (number: number, blockHash: string, incarnation: number): BlockEvent => ({
    ...{ id: '', chainId: CHAIN, network: 'mainnet', number, hash: blockHash, parentHash: hash(0), timestamp: 0 },
    ...{ transactions: 3, incarnation, epoch, raw: '', serial: ++serial },
  });
  const grow = () => {
    const number = 11 + path.length;
    // Sometimes a block that was removed before.
    const blockHash = hash(number * 1_000 + (draw() < 0.3 ? 0 : branch));
    const incarnation = (records.get(blockHash)?.incarnation ?? 0) + 1;
    const event = toEvent(number, blockHash, incarnation);
    records.set(blockHash, { incarnation, epoch, serial: event.serial ?? 0 });
    path.push(event);
    work.push({ kind: 'event', event, isRemoval: false });
    // The timeout always comes, mostly after readers could pass the block.
    if (waits && (isTraced.has(blockHash) || draw() < 0.7)) {
      isTraced.add(blockHash);
      work.push({ kind: 'traced', event, isRemoval: false });
    }
    if (waits) work.push({ kind: 'timedOut', event, isRemoval: false });
  };
  const reorg = () => {
    const depth = Math.min(path.length, 1 + Math.floor(draw() * 4));
    epoch += 1;
    branch += 1;
    for (let i = 0; i < depth; i++) {
      const block = path.pop();
      if (!block) return;
      const event = { ...toEvent(block.number, block.hash, block.incarnation), epoch };
      work.push({ kind: 'event', event, isRemoval: true });
    }
  };
  const match = async ({ kind: what, event, isRemoval }: Work, isKilled: boolean) => {
    const marks = createFeedMarks(progress, () => now);
    const deps = { ...matcher, marks };
    if (what === 'event') await (isRemoval ? removed : added)(deps, event);
    if (what === 'traced') await traced(deps, event);
    if (what === 'timedOut') await timedOut(deps, event);
    for (const { message } of later.splice(0)) {
      const { revokeRest } = message as Partial<RevokeRest>;
      if (revokeRest) await revokeFrom(deps, revokeRest);
    }
    if (!isKilled) await marks.write();
  };
  const matchNext = async () => {
    const next = work[Math.floor(draw() * Math.min(work.length, 6))];
    if (!next) return;
    const isKilled = draw() < 0.2;
    now += stepMs;
    const isMatched = await match(next, isKilled).then(
      () => true,
      (error: Error) => isSkipError(error),
    );
    if (isMatched && !isKilled && draw() < 0.9) work.splice(work.indexOf(next), 1);
  };
  const matchAll = async () => {
    for (const next of work.splice(0))
      await match(next, false).catch((error: Error) => isSkipError(error) || match(next, false));
  };
  const feed = { entries: feedEntryReader(table), messages: deps.Message };
  const read = async ({ webhook: own, position, seen }: Reader): Promise<Reader> => {
    const limit = 1 + Math.floor(draw() * 5);
    const page = await readFeed(feed, own, await progress.of(CHAIN), { from: position, limit });
    const again = await readFeed(feed, own, await progress.of(CHAIN), { from: position, limit });
    expect(again.messages.map(({ message }) => messageId(message))).toEqual(
      page.messages.map(({ message }) => messageId(message)),
    );
    // Killed before it stored the page: the next read begins at the same position.
    if (draw() < 0.2) return { webhook: own, position, seen };
    // Or after some of its messages.
    const kept = draw() < 0.2 ? page.messages.slice(0, Math.floor(draw() * page.messages.length)) : page.messages;
    const last = kept.at(-1)?.position ?? (kept.length === page.messages.length ? page.position : position);
    const isWhole = kept.length === page.messages.length;
    const held = [...seen, ...kept.map(({ message }) => message)];
    return { webhook: own, position: isWhole ? page.position : last, seen: held };
  };
  const start = async (): Promise<Reader> => {
    const own = webhooks[Math.floor(draw() * webhooks.length)] ?? webhook;
    const end = draw() < 0.5 ? endOfFeed(await progress.of(CHAIN), own) : START;
    return { webhook: own, position: { start: end, read: end }, seen: [] };
  };
  const finish = async (reader: Reader): Promise<Reader> => {
    const { webhook: own, position: from } = reader;
    const page = await readFeed(feed, own, await progress.of(CHAIN), { from, limit: 100 });
    const seen = [...reader.seen, ...page.messages.map(({ message }) => message)];
    const next = { webhook: own, position: page.position, seen };
    return page.isDone ? next : finish(next);
  };
  const rematchAll = async () => {
    for (const { number } of path) {
      await rematch(
        { ...matcher, marks: createFeedMarks(progress, () => now) },
        { chain: CHAIN, from: number, to: number },
      );
      expect(later.splice(0)).toEqual([]);
    }
  };
  const count = async (own: WebhookRecord) => {
    const { windows, lost, isComplete } = await countWebhook(feed, own, await progress.of(CHAIN), [], {
      isDue: () => false,
      now: deps.now(),
    });
    expect(isComplete).toBe(true);
    const { matched, ...states } = sum(windows.map(countAll));
    expect(Object.values(states).reduce((a, b) => a + b)).toBe(matched);
    return { ...states, positions: lost };
  };
  const remove = (message: MessageRecord) => table.write([{ delete: messageKey(message) }]);
  const allMessages = async (id: string): Promise<readonly MessageRecord[]> =>
    (await deps.page([deps.Message.ofWebhook(id)], { ascending: true, size: 10_000 })).values;
  return {
    ...{ deps, table, kind, webhooks, path, grow, reorg, matchNext, matchAll, read, start, finish },
    ...{ rematchAll, count, remove, allMessages },
  };
}
