import { createHash } from 'node:crypto';
import { BlockEvent } from '../../../lambdas/chain/contract/events';
import type { BlockSummary } from '../../../lambdas/chain/kind';
import { carryChain } from '../../../lambdas/chain/restore/carry-chain';
import { createBlockRecords, recordKey } from '../../../lambdas/chain/rows/block-records';
import { cursorReader } from '../../../lambdas/chain/rows/cursor-reader';
import type { Item } from '../../../lambdas/core/table/item';
import type { FeedPosition } from '../../../lambdas/webhooks/domain/feed-position';
import { type MessageRecord, messageId } from '../../../lambdas/webhooks/domain/message';
import type { WebhookRecord } from '../../../lambdas/webhooks/domain/webhook';
import { readFeed } from '../../../lambdas/webhooks/feed/read-feed';
import type { EventKind } from '../../../lambdas/webhooks/kinds/kind';
import { createFeedMarks } from '../../../lambdas/webhooks/matching/feed-marks';
import { added, rematch, removed, revokeFrom } from '../../../lambdas/webhooks/matching/matcher';
import { release } from '../../../lambdas/webhooks/matching/release';
import { carryWebhooks, type FollowUp } from '../../../lambdas/webhooks/restore/carry-webhooks';
import { feedEntryReader } from '../../../lambdas/webhooks/rows/feed-entries';
import { createFeedProgress } from '../../../lambdas/webhooks/rows/feed-progress';
import { messageReader, messageWriter } from '../../../lambdas/webhooks/rows/message-item';
import { createOutbox } from '../../../lambdas/webhooks/rows/outbox';
import { depsWith } from '../endpoints/deps';
import { matcherDeps } from '../endpoints/matcher';
import { aWebhook, PRO } from '../endpoints/webhooks';
import { aChain, aCursor, hash } from '../make/blocks';
import { type Gate, memoryTable } from '../tables/memory';
import { simulation } from './simulation';
import { toyIndexer } from './toy-chain';

const TXS = [0, 1];
const DEPTH = 8;

/** A receiver's messages by id, without the removed ones. */
export type Held = Map<string, MessageRecord>;

interface Receiver {
  readonly held: Held;
  readonly seen: Set<string>;
  readonly removed: Set<string>;
}
interface Puller extends Receiver {
  readonly position: FeedPosition;
}
const receiver = (): Receiver => ({ held: new Map(), seen: new Set(), removed: new Set() });

/** As the receivers of the documentation do: each id counts once, and a removal may come first. */
function receive({ held, seen, removed }: Receiver, message: MessageRecord): void {
  const id = messageId(message);
  if (seen.has(id)) return;
  seen.add(id);
  if (message.removes !== undefined) {
    held.delete(message.removes);
    removed.add(message.removes);
  } else if (!removed.has(id)) held.set(id, message);
}

/** On another parent, or with another salt, a block has another hash. */
function extend(below: readonly BlockSummary[], length: number, salt: number): BlockSummary[] {
  const blocks = [...below];
  for (let n = 0; n < length; n++) {
    const number = blocks.length;
    const parentHash = blocks.at(-1)?.hash ?? hash(0);
    const own = `0x${createHash('sha256').update(`${parentHash} ${salt}`).digest('hex')}`;
    blocks.push({ number, hash: own, parentHash, time: 1_700_000_000 + number, transactions: number % 3 });
  }
  return blocks;
}

type Rows = readonly Readonly<Record<string, unknown>>[];

/** `table`, with everything that has one: a deployment's functions. */
async function deployment(store: ReturnType<typeof storeWithCopies>, webhooks: readonly WebhookRecord[]) {
  const { table } = store;
  const { deps } = await depsWith({ table, chains: [aChain()], cursors: {} });
  const kind: EventKind = {
    eventType: 'address_activity',
    covers: () => true,
    isWatched: async () => true,
    blockFrom: async () => undefined,
    matches: async ({ number, hash: of }) => ({
      matches: webhooks.flatMap((webhook) =>
        TXS.map((tx) => ({ webhook, tx, txHash: hash((Number(BigInt(of) % 1_000_000_007n) + number) * 10 + tx) })),
      ),
    }),
    body: async () => ({}),
    sample: async () => ({}),
  };
  const { own, later } = matcherDeps(deps, table, [kind]);
  const records = createBlockRecords(table, aChain().chainId);
  const indexer = toyIndexer(table, 'any');
  const blockAt = async (number: number) => {
    const [found] = await indexer.hashesDown(number, 1);
    return found?.number === number ? found : undefined;
  };
  const matcher = {
    ...own,
    blockAt: async (_: string, number: number) => {
      const found = await blockAt(number);
      if (!found) return undefined;
      const record = await table.get(recordKey(aChain().chainId, found.hash), true);
      return {
        ...{ number, hash: found.hash, time: 0, incarnation: Number(record?.i ?? 1), epoch: Number(record?.e ?? 0) },
        serial: Number(record?.q ?? 0),
      };
    },
    blocks: {
      ...own.blocks,
      areCanonical: async (_: string, blocks: readonly { number: number; hash: string }[]) => {
        const found = await Promise.all(blocks.map(({ number }) => blockAt(number)));
        return new Set(found.flatMap((one) => one?.hash ?? []));
      },
    },
  };
  return { ...store, deps, matcher, later, records, blockAt };
}

/** Keeps copies of the table after given numbers of calls. */
export function storeWithCopies(at: (call: number) => boolean = () => false) {
  const running: { gate?: Gate } = {};
  const copies: Rows[] = [];
  let [calls, isCopying] = [0, false];
  const memory = memoryTable(async (...call) => {
    await running.gate?.(...call);
    if (call[1] === 'before' || isCopying || !at(++calls)) return;
    isCopying = true;
    copies.push(await memory.rows());
    isCopying = false;
  });
  return { ...memory, running, copies };
}

export async function restoredWorld(draw: () => number, copyAt: (call: number) => boolean) {
  const first = storeWithCopies(copyAt);
  const chain = aChain({ finalityDepth: DEPTH });
  const { deps } = await depsWith({ table: first.table, chains: [chain], cursors: { [chain.chainId]: aCursor() } });
  const registered = [await aWebhook(deps), await aWebhook(deps, { confirmations: 2 })];
  const webhooks = await Promise.all(
    registered.map(async ({ id }) => {
      const found = await deps.Webhook.find(PRO.ownerId, id);
      if (!found) throw new Error('the webhook is not there');
      return { ...found, chain: chain.chainId };
    }),
  );
  const sim = simulation<BlockSummary>(
    { summary: (block) => block, createIndexer: (table) => toyIndexer(table, 'any') },
    { finalityDepth: DEPTH },
    first,
  );
  let own = await deployment(first, webhooks);
  const receivers = webhooks.map(receiver);
  let pullers: Puller[] = webhooks.map(() => {
    const start = { serial: 0, rank: 0 };
    return { position: { start, read: start }, ...receiver() };
  });
  let [branch, salt, taken]: [BlockSummary[], number, number] = [extend([], 3, 1), 1, 0];
  const queue: { kind: string; event: BlockEvent }[] = [];
  const others: FollowUp[] = [];
  sim.node.serve(branch);

  const serve = (next: BlockSummary[]) => {
    branch = next;
    sim.node.serve(branch);
  };
  const grow = () => serve(extend(branch, 1, salt));
  /** Sometimes back to a branch that was left. */
  const reorg = () => {
    const depth = Math.min(branch.length - 1, 1 + Math.floor(draw() * 4));
    salt = draw() < 0.4 ? Math.max(1, salt - 1) : salt + 1;
    serve(extend(branch.slice(0, branch.length - depth), depth + 1, salt));
  };
  const follow = async (seconds = 2) => {
    await sim.follow(undefined, seconds);
    for (const { kind, event } of sim.announced.slice(taken)) queue.push({ kind, event: BlockEvent.parse(event) });
    taken = sim.announced.length;
  };
  const match = async (isKilled: boolean, work: (matcher: typeof own.matcher) => Promise<void>) => {
    const marks = createFeedMarks(createFeedProgress(own.table), () => sim.timer.now());
    await work({ ...own.matcher, marks });
    for (const { message } of own.later.splice(0)) {
      const { revokeRest } = message as { revokeRest?: Parameters<typeof revokeFrom>[1] };
      if (revokeRest) await revokeFrom({ ...own.matcher, marks }, revokeRest);
    }
    if (!isKilled) await marks.write();
  };
  const matchNext = async (isLast = false) => {
    const next = queue[Math.floor(draw() * Math.min(queue.length, 4))];
    if (!next) return;
    const isKilled = !isLast && draw() < 0.1;
    await match(isKilled, (matcher) => (next.kind === 'added' ? added : removed)(matcher, next.event));
    if (!isKilled) queue.splice(queue.indexOf(next), 1);
  };
  const followUp = async () => {
    for (const message of others.splice(0))
      if ('rematch' in message) {
        const { chain: id, from, to } = message.rematch;
        for (let number = from; number <= to; number++)
          await match(false, (matcher) => rematch(matcher, { chain: id, from: number, to: number }));
      } else await match(false, (matcher) => release(matcher, message.releaseRest.chain, message.releaseRest.number));
  };
  const deliver = async (i: number, share = 1) => {
    const [webhook, target] = [webhooks[i], receivers[i]];
    if (!webhook || !target) return;
    const now = sim.timer.now() + 10_000_000;
    const outbox = createOutbox(own.table);
    for (const entry of (await outbox.next(webhook.id, now, 1_000, false)).due) {
      if (draw() > share) return;
      const message = await messageReader(own.table).find(entry);
      if (message?.status === 'pending') {
        receive(target, message);
        await messageWriter(own.table).settle(message, {
          attempt: { at: now, latencyMs: 1, statusCode: 200 },
          status: 'delivered',
        });
      }
      if (draw() > share) return;
      await outbox.remove([entry]);
    }
  };
  const pull = async (i: number) => {
    const [webhook, puller] = [webhooks[i], pullers[i]];
    if (!webhook || !puller) return true;
    const feed = { entries: feedEntryReader(own.table), messages: messageReader(own.table) };
    const progress = await createFeedProgress(own.table).of(chain.chainId);
    const limit = 1 + Math.floor(draw() * 5);
    const page = await readFeed(feed, webhook, progress, { from: puller.position, limit });
    for (const { message } of page.messages) receive(puller, message);
    pullers = pullers.map((one, n) => (n === i ? { ...one, position: page.position } : one));
    return page.isDone;
  };
  const settle = async () => {
    await follow(20);
    while (queue.length > 0) await matchNext(true);
    await followUp();
    for (const i of webhooks.keys()) {
      await deliver(i);
      while (!(await pull(i)));
    }
  };
  /** Followers first, and the matcher once every event is matched. */
  const stop = async () => {
    await follow();
    while (queue.length > 0) await matchNext(true);
  };
  /** `isRepeated`: the preparation was interrupted. false if the chain did not exist at that moment. */
  const restore = async (rows: Rows, isRepeated: boolean): Promise<boolean> => {
    const next = storeWithCopies();
    await next.table.write(rows.map((item) => ({ put: item as Item })));
    const tables = { replaced: own.table, restored: next.table };
    const deps = { ...tables, now: () => sim.timer.now() };
    const [replaced, restored] = [toyIndexer(tables.replaced, 'any'), toyIndexer(tables.restored, 'any')];
    const reorgs = { finalityDepth: DEPTH, replaced, restored };
    for (let n = 0; n < (isRepeated ? 2 : 1); n++) {
      const carried = await carryChain(tables, chain.chainId, reorgs);
      if (!carried) return false;
      others.splice(0);
      others.push(...(await carryWebhooks(deps, carried, webhooks)));
    }
    own = await deployment(next, webhooks);
    sim.useTable(next);
    return true;
  };
  const cursor = () => cursorReader(own.table, sim.timer.now).find(chain.chainId, true);
  return {
    ...{ webhooks, receivers, grow, reorg, follow, matchNext, deliver, pull, stop, settle, restore, cursor },
    copies: first.copies,
    branch: () => branch,
    pullers: () => pullers,
  };
}
