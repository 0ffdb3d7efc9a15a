import { createHash } from 'node:crypto';
import { chunk } from '../../core/contract/chunk';
import type { Item } from '../../core/table/item';
import { after, key, keyPrefix, parseKey } from '../../core/table/key';
import { readPages } from '../../core/table/pages';
import { entities } from '../../core/table/schema';
import { bytes, type Stored } from '../../core/table/stored-item';
import type { Table, TransactedChange } from '../../core/table/table';
import { ABSENT } from '../../core/table/update';
import { BEFORE_ALL, type FeedPlace } from '../domain/feed-position';
import type { CanonicalBlock, MatchPass } from '../domain/match';
import type { MessageRef, NewMessage } from '../domain/message';
import type { WebhookRecord } from '../domain/webhook';
import { revocationKey } from './block-messages';
import {
  type ChainProgress,
  progressKey,
  readProgress,
  unchanged,
  wasSkipped,
  whileConflicting,
} from './feed-progress';
import { RETENTION_SECONDS } from './message-key';

type Ref = Pick<WebhookRecord, 'owner' | 'id'>;
type Position = Pick<MessageRef, 'block' | 'tx' | 'digest'>;

export interface FeedEntry extends Position, FeedPlace {
  readonly kind: 'added' | 'removed';
  /** Of the match, Unix seconds. */
  readonly at: number;
  /** Of a removal, whose position is its original's. */
  readonly removal?: {
    /** Of the block event that added the block. */
    readonly origin: number;
    /** How often the block had become canonical. */
    readonly incarnation: number;
  };
}

export interface LateMessages {
  readonly messages: readonly NewMessage[];
  /** Webhooks whose feeds wait for traces. */
  readonly waiting: ReadonlySet<string>;
}

/** Each is 20 bytes: `tx` (4) and `digest` (16). */
const POSITIONS_PER_ITEM = 300;
const POSITION_BYTES = 20;
/** An entry outlives its messages, so that a missing message was lost and is not merely old. */
const MARGIN_SECONDS = 86_400;
/** A transaction takes 100 items: two for each of these, and two conditions. */
const ITEMS_PER_TRANSACTION = 49;
const ITEMS_PER_PAGE = 50;
/** `moved`: the entry was appended elsewhere. */
const KIND = { added: 'a', removed: 'r', moved: 'm' } as const;

const partition = ({ owner, id }: Ref): string => key(entities.FeedEntry.pk, { owner, webhook: id });

const claimKey = ({ chain, hash, incarnation }: CanonicalBlock) => ({
  pk: key(entities.TracesClaim.pk, { chain, hash }),
  sk: key(entities.TracesClaim.sk, { incarnation }),
});

function toItems(
  { serial, rank }: FeedPlace,
  kind: keyof typeof KIND,
  messages: readonly NewMessage[],
  now: number,
  more: Readonly<Record<string, number>> = {},
): Item[] {
  const ofWebhook = Map.groupBy(messages, ({ webhook }) => webhook);
  return [...ofWebhook.values()].flatMap((own) =>
    chunk(own, POSITIONS_PER_ITEM).map((some) => {
      const [{ webhook, owner, block } = { webhook: '', owner: '', block: 0 }] = some;
      const packed = Buffer.concat(some.map(pack));
      // By content, as a repeated match may find other messages.
      const hash = createHash('sha256').update(packed).digest('hex').slice(0, 8);
      return {
        pk: partition({ owner, id: webhook }),
        sk: key(entities.FeedEntry.sk, { serial, rank, part: `${KIND[kind]}${hash}` }),
        b: block,
        p: packed,
        t: Math.floor(now / 1_000),
        expiresAt: Math.floor(now / 1_000) + RETENTION_SECONDS + MARGIN_SECONDS,
        ...more,
      };
    }),
  );
}

function pack({ tx, digest }: Position): Buffer {
  const packed = Buffer.alloc(POSITION_BYTES);
  packed.writeUInt32BE(tx);
  packed.write(digest, 4, 'hex');
  return packed;
}

function unpack(item: Stored): Position[] {
  const packed = Buffer.from(bytes(item.p));
  return Array.from({ length: packed.length / POSITION_BYTES }, (_, i) => ({
    block: Number(item.b),
    tx: packed.readUInt32BE(i * POSITION_BYTES),
    digest: packed.toString('hex', i * POSITION_BYTES + 4, (i + 1) * POSITION_BYTES),
  }));
}

function readItem(item: Stored): { readonly kind: string; readonly place: FeedPlace; readonly positions: Position[] } {
  const { serial, rank, part } = parseKey(entities.FeedEntry.sk, item.sk);
  return { kind: part.slice(0, 1), place: { serial, rank }, positions: unpack(item) };
}

function readEntries(item: Stored): FeedEntry[] {
  const { kind, place, positions } = readItem(item);
  const at = Number(item.t);
  switch (kind) {
    case KIND.added:
      return positions.map((position) => ({ ...position, ...place, at, kind: 'added' }));
    case KIND.removed: {
      const removal = { origin: Number(item.o), incarnation: Number(item.i) };
      return positions.map((position) => ({ ...position, ...place, at, kind: 'removed', removal }));
    }
    default:
      return [];
  }
}

/** As stored. `entries`: also of an item that only records where they were appended. */
export interface FeedItem {
  readonly item: Item;
  readonly place: FeedPlace;
  readonly entries: readonly (Position & Pick<FeedEntry, 'removal'>)[];
}

/** All of the feed from this serial on. Consistent. */
export async function feedItems(table: Table, webhook: Ref, serial: number): Promise<FeedItem[]> {
  const range = { low: keyPrefix(entities.FeedEntry.sk, { serial }), high: after('9'), limit: ITEMS_PER_PAGE };
  const found: FeedItem[] = [];
  for await (const items of readPages(table, { pk: partition(webhook), ...range, consistent: true }))
    for (const item of items) {
      const entries = readEntries(item);
      const { place, positions } = readItem(item);
      found.push({ item: item as Item, place, entries: entries.length > 0 ? entries : positions });
    }
  return found;
}

/** Messages of one block. Times in Unix ms. */
export const createFeedEntries = (table: Table) => ({
  /** Before the messages, and before the event with this serial is done. Idempotent. */
  add: (serial: number, messages: readonly NewMessage[], now: number): Promise<void> =>
    table.write(toItems({ serial, rank: 0 }, 'added', messages, now).map((put) => ({ put }))),

  /** Before the removal event with this serial is done. Idempotent. */
  remove: (
    serial: number,
    { origin, incarnation }: Required<FeedEntry>['removal'],
    messages: readonly NewMessage[],
    now: number,
  ): Promise<void> => {
    const items = toItems({ serial, rank: 0 }, 'removed', messages, now, { o: origin, i: incarnation });
    return table.write(items.map((put) => ({ put })));
  },

  /** After readers may have passed the removal's event: at the end of the feeds. Idempotent. */
  removeLate: (
    chain: string,
    serial: number,
    { origin, incarnation }: Required<FeedEntry>['removal'],
    messages: readonly NewMessage[],
    now: number,
  ): Promise<void> => {
    const more = { o: origin, i: incarnation };
    const late = { chain, serial, passOf: () => 'removed' as const, messages };
    return appendLate(table, late, (some, place) => toItems(place, 'removed', some, now, more), now);
  },

  /**
   * Whether this pass creates the messages that waited for traces. Only one writes at the block's serial: when the
   * other comes, readers may be past it.
   */
  async claimTraces(block: CanonicalBlock, pass: MatchPass, now: number): Promise<boolean> {
    const at = claimKey(block);
    if (await table.putIfAbsent({ ...at, p: pass, expiresAt: Math.floor(now / 1_000) + RETENTION_SECONDS }))
      return true;
    return (await table.get(at, true))?.p === pass;
  },

  /**
   * After readers may have passed the block's event: at the end of the feeds, unless they have them or the block was
   * removed. Idempotent.
   */
  addLate: (block: CanonicalBlock, serial: number, { messages, waiting }: LateMessages, now: number): Promise<void> => {
    const guard: TransactedChange = { delete: revocationKey(block), when: { pk: ABSENT } };
    const passOf = (webhook: string) => (waiting.has(webhook) ? 'traced' : 'added');
    const late = { chain: block.chain, serial, passOf, messages, guard };
    return appendLate(table, late, (some, place) => toItems(place, 'added', some, now), now);
  },

  /** A message of no block. Visible at once, or after the webhook's confirmations. Idempotent. */
  addNotice: (webhook: WebhookRecord, message: NewMessage, now: number): Promise<void> =>
    append(table, webhook.chain, async (progress) => {
      const { serial } = webhook.waitsForTraces ? progress.settled : progress.matched;
      const place = { serial, rank: progress.appended + 1 };
      const moved = toItems(BEFORE_ALL, 'moved', [message], now, { o: place.serial, i: place.rank });
      return [
        ...moved.map((put) => ({ put, when: { pk: ABSENT } })),
        ...toItems(place, 'added', [message], now).map((put) => ({ put })),
      ];
    }),
});
export type FeedEntryStore = ReturnType<typeof createFeedEntries>;

/**
 * No reader has passed the end of the feeds, and nothing else was appended, when the transaction commits. Does nothing
 * without changes, or if their first condition fails.
 */
const append = (
  table: Table,
  chain: string,
  getChanges: (progress: ChainProgress) => Promise<readonly TransactedChange[]>,
) =>
  whileConflicting(chain, async () => {
    const progress = readProgress(await table.get(progressKey(chain), true));
    const changes = await getChanges(progress);
    if (changes.length === 0) return true;
    const set = { n: progress.appended + 1, v: progress.version + 1 };
    const end: TransactedChange = { update: progressKey(chain), set, when: unchanged(progress.version) };
    const failed = await table.transact([...changes, end]);
    return failed.length === 0 || failed[0] === 0;
  });

interface Late {
  readonly chain: string;
  /** Of the event that the messages belong to. */
  readonly serial: number;
  /** The feed of this webhook waits for it. */
  readonly passOf: (webhook: string) => 'added' | 'traced' | 'removed';
  readonly messages: readonly NewMessage[];
  /** Nothing is appended unless it holds. */
  readonly guard?: TransactedChange;
}

/** `moved` items at the event's own serial record which of its messages were appended, and where. */
async function appendLate(
  table: Table,
  { chain, serial, passOf, messages, guard }: Late,
  toAppended: (some: readonly NewMessage[], place: FeedPlace) => readonly Item[],
  now: number,
): Promise<void> {
  for (const some of chunk(messages, ITEMS_PER_TRANSACTION))
    await append(table, chain, async (progress) => {
      const known = await digestsAt(table, some, serial, (webhook) => wasSkipped(progress, serial, passOf(webhook)));
      const late = some.filter(({ digest }) => !known.has(digest));
      if (late.length === 0) return [];
      const place = { serial: Math.max(progress.matched.serial, progress.settled.serial), rank: progress.appended + 1 };
      const moved = toItems({ serial, rank: 0 }, 'moved', late, now, { o: place.serial, i: place.rank });
      return [...(guard ? [guard] : []), ...[...toAppended(late, place), ...moved].map((put) => ({ put }))];
    });
}

async function digestsAt(
  table: Table,
  messages: readonly NewMessage[],
  serial: number,
  isMovedOnly: (webhook: string) => boolean,
) {
  const known = new Set<string>();
  for (const { webhook: id, owner } of new Map(messages.map((one) => [one.webhook, one])).values())
    for (const item of await itemsAt(table, { id, owner }, serial)) {
      const { kind, positions } = readItem(item);
      // Readers ignore the other items of an event that was skipped.
      if (!isMovedOnly(id) || kind === KIND.moved) for (const { digest } of positions) known.add(digest);
    }
  return known;
}

const itemsAt = async (table: Table, of: Ref, serial: number): Promise<Stored[]> => {
  const prefix = keyPrefix(entities.FeedEntry.sk, { serial, rank: 0 });
  const range = { low: prefix, high: after(prefix), limit: ITEMS_PER_PAGE, consistent: true };
  const found: Stored[] = [];
  for await (const items of readPages(table, { pk: partition(of), ...range })) found.push(...items);
  return found;
};

export const feedEntryReader = (table: Table) => ({
  /** From `from` on, up to all of `to`: the entries of one place at a time, in the order of their block. Consistent. */
  async *of(webhook: Ref, from: FeedPlace, to = Number.MAX_SAFE_INTEGER): AsyncGenerator<FeedEntry[]> {
    const { sk } = entities.FeedEntry;
    const high = after(to === Number.MAX_SAFE_INTEGER ? '9' : keyPrefix(sk, { serial: to }));
    const range = { low: keyPrefix(sk, from), high, limit: ITEMS_PER_PAGE, consistent: true };
    let group: FeedEntry[] = [];
    for await (const items of readPages(table, { pk: partition(webhook), ...range }))
      for (const entries of items.map(readEntries)) {
        const [first, last] = [entries[0], group[0]];
        if (!first) continue;
        if (last && (last.serial !== first.serial || last.rank !== first.rank)) {
          yield inBlockOrder(group);
          group = [];
        }
        group.push(...entries);
      }
    if (group.length > 0) yield inBlockOrder(group);
  },

  /** Where the original of a removal is; undefined if it was never in the feed. `isMovedOnly`: its event was skipped. */
  async placeOf(webhook: Ref, { removal, digest }: FeedEntry, isMovedOnly: boolean): Promise<FeedPlace | undefined> {
    if (!removal) return undefined;
    for (const item of await itemsAt(table, webhook, removal.origin)) {
      const { kind, place, positions } = readItem(item);
      if (!positions.some((one) => one.digest === digest)) continue;
      if (kind === KIND.added && !isMovedOnly) return place;
      if (kind === KIND.moved) return { serial: Number(item.o), rank: Number(item.i) };
    }
    return undefined;
  },
});
export type FeedEntryReader = ReturnType<typeof feedEntryReader>;

/** Each message once: a repeated match may have listed it again. */
function inBlockOrder(entries: readonly FeedEntry[]): FeedEntry[] {
  const each = new Map(entries.map((entry) => [`${entry.kind} ${entry.digest}`, entry]));
  return [...each.values()].toSorted((a, b) => a.tx - b.tx || (a.digest < b.digest ? -1 : 1));
}
