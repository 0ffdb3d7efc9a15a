import fc from 'fast-check';
import { seededRandom } from '../../../demo/random';
import type { BlockEvent } from '../../../lambdas/chain/contract/events';
import type { RevokeRest } from '../../../lambdas/webhooks/contract/messages';
import type { FeedPosition } from '../../../lambdas/webhooks/domain/feed-position';
import type { MatchPass } from '../../../lambdas/webhooks/domain/match';
import { type MessageRecord, messageId } from '../../../lambdas/webhooks/domain/message';
import type { WebhookRecord } from '../../../lambdas/webhooks/domain/webhook';
import { endOfFeed, readFeed } from '../../../lambdas/webhooks/feed/read-feed';
import type { EventKind } from '../../../lambdas/webhooks/kinds/kind';
import { createFeedMarks } from '../../../lambdas/webhooks/matching/feed-marks';
import { added, removed, revokeFrom, timedOut, traced } from '../../../lambdas/webhooks/matching/matcher';
import { feedEntryReader } from '../../../lambdas/webhooks/rows/feed-entries';
import { createFeedProgress } from '../../../lambdas/webhooks/rows/feed-progress';
import { matcherDeps } from '../../support/endpoints/matcher';
import { aWebhook, CHAIN, PRO, webhookWorld } from '../../support/endpoints/webhooks';
import { repeatedRuns } from '../../support/full';
import { hash } from '../../support/make/blocks';
import { muteLog } from '../../support/mute-log';

muteLog();

const START = { serial: 0, rank: 0 };
/** Transactions that match in a block, and one that only its traces show. */
const TXS = [0, 1];
const INTERNAL_TX = 2;

type Work = { readonly kind: 'event' | 'traced' | 'timedOut'; readonly event: BlockEvent; readonly isRemoval: boolean };

/** The retry of an event that was skipped appends its messages. Throws any other error. */
function isSkipError(error: Error): false {
  if (!error.message.includes('was skipped')) throw error;
  return false;
}

interface Reader {
  readonly position: FeedPosition;
  readonly seen: readonly MessageRecord[];
}

/** Gaps of the progress are skipped after a few steps. */
const SLOW_STEP_MS = 4 * 60_000;

/** One webhook and its chain, matched in any order; `draw`: 0 to 1. `stepMs`: between steps of matching. */
async function world(settings: Partial<WebhookRecord>, draw: () => number, stepMs: number) {
  let now = Date.UTC(2026, 0, 1);
  const { deps, table } = await webhookWorld();
  const { id } = await aWebhook(deps);
  const found = await deps.Webhook.find(PRO.ownerId, id);
  if (!found) throw new Error('the webhook is not there');
  const webhook: WebhookRecord = { ...found, ...settings };
  const waits = webhook.waitsForTraces === true;
  const kind: EventKind = {
    eventType: 'address_activity',
    covers: () => true,
    isWatched: async () => true,
    blockFrom: async () => undefined,
    async matches({ number }, pass: MatchPass) {
      const toMatch = (txs: readonly number[]) => txs.map((tx) => ({ webhook, tx, txHash: hash(number * 10 + tx) }));
      if (pass === 'added' && waits) return { matches: [], waitSeconds: 60, hasWaiting: true };
      return { matches: toMatch(pass === 'traced' ? [...TXS, INTERNAL_TX] : TXS) };
    },
    body: async () => ({}),
    sample: async () => ({}),
  };
  const progress = createFeedProgress(table);
  const records = new Map<string, { incarnation: number; epoch: number; serial: number }>();
  const { own, later } = matcherDeps(deps, table, [kind]);
  const matcher = {
    ...own,
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
    if (waits && draw() < 0.7) work.push({ kind: 'traced', event, isRemoval: false });
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
  const read = async ({ position, seen }: Reader): Promise<Reader> => {
    const limit = 1 + Math.floor(draw() * 5);
    const page = await readFeed(feed, webhook, await progress.of(CHAIN), { from: position, limit });
    const again = await readFeed(feed, webhook, await progress.of(CHAIN), { from: position, limit });
    expect(again.messages.map(({ message }) => messageId(message))).toEqual(
      page.messages.map(({ message }) => messageId(message)),
    );
    // Killed before it stored the page: the next read begins at the same position.
    if (draw() < 0.2) return { position, seen };
    // Or after some of its messages.
    const kept = draw() < 0.2 ? page.messages.slice(0, Math.floor(draw() * page.messages.length)) : page.messages;
    const last = kept.at(-1)?.position ?? (kept.length === page.messages.length ? page.position : position);
    const isWhole = kept.length === page.messages.length;
    return { position: isWhole ? page.position : last, seen: [...seen, ...kept.map(({ message }) => message)] };
  };
  const start = async (): Promise<Reader> => {
    const end = draw() < 0.5 ? endOfFeed(await progress.of(CHAIN), webhook) : START;
    return { position: { start: end, read: end }, seen: [] };
  };
  const finish = async (reader: Reader): Promise<Reader> => {
    const page = await readFeed(feed, webhook, await progress.of(CHAIN), { from: reader.position, limit: 100 });
    const seen = [...reader.seen, ...page.messages.map(({ message }) => message)];
    return page.isDone ? { position: page.position, seen } : finish({ position: page.position, seen });
  };
  return { webhook, path, work, grow, reorg, matchNext, matchAll, read, start, finish, deps, id };
}

/** A caller's messages after applying removals. Fails for a duplicate, or a removal of a message that it lacks. */
function apply(seen: readonly MessageRecord[]): Map<string, MessageRecord> {
  const held = new Map<string, MessageRecord>();
  const all = new Set<string>();
  for (const message of seen) {
    const id = messageId(message);
    expect(all).not.toContain(id);
    all.add(id);
    if (message.removes === undefined) held.set(id, message);
    else expect([message.removes, held.delete(message.removes)]).toEqual([message.removes, true]);
  }
  return held;
}

test.each([
  ['at the head', {}],
  ['with confirmations', { confirmations: 3 }],
  ['with internal transactions', { includeInternalTxs: true, waitsForTraces: true }],
] as const)(
  'readers that are interrupted hold each canonical message once, in chain order: %s',
  async (_, settings) => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 1_000_000 }), async (seed) => {
        const draw = seededRandom(seed);
        const isSlow = draw() < 0.5;
        const service = await world(settings, draw, isSlow ? SLOW_STEP_MS : 0);
        const { path, grow, reorg, matchNext, matchAll, read, start, finish, deps, id } = service;
        let readers: Reader[] = [{ position: { start: START, read: START }, seen: [] }];
        for (let step = 0; step < 60; step++) {
          const action = draw();
          if (action < 0.3) grow();
          else if (action < 0.37) reorg();
          else if (action < 0.75) await matchNext();
          else readers = await Promise.all(readers.map(read));
          if (readers.length < 3 && draw() < 0.05) readers.push(await start());
        }
        await matchAll();
        for (let i = 0; i < 5; i++) grow();
        await matchAll();
        const { confirmations = 0 } = settings as { confirmations?: number };
        const confirmed = path.slice(0, path.length - confirmations);
        const stored = (await deps.page([deps.Message.ofWebhook(id)], { ascending: true, size: 10_000 })).values;
        const canonical = new Set(confirmed.map((block) => `${block.hash} ${block.number}`));
        const expected = stored
          .filter(({ status, of, block }) => status !== 'revoked' && canonical.has(`${of?.blockHash} ${block}`))
          .map(messageId);
        const [first, ...others] = await Promise.all(readers.map(finish));
        const held = apply(first?.seen ?? []);
        expect([...held.keys()].toSorted()).toEqual(expected.toSorted());
        for (const { seen } of others) for (const one of apply(seen).keys()) expect(held.has(one)).toBe(true);
        if (!isSlow && !('waitsForTraces' in settings)) {
          const order = [...held.values()].map(({ block, tx }) => block * 10 + tx);
          expect(order).toEqual(order.toSorted((a, b) => a - b));
        }
      }),
      { ...repeatedRuns(15, 150), includeErrorInReport: true },
    );
  },
);
