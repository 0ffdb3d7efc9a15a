import { isInSecondCopy, type RowFamily, type SecondCopy } from '../domain/copies';
import { type Clock, steadyClock } from '../runtime/clock';
import {
  ABSENT_ATTRIBUTE,
  type Attributes,
  BLOCK_ATTRIBUTE,
  blockIn,
  type Copied,
  chainIn,
  copied,
  EVENT_COPY,
  familyAt,
  fromSecond,
  fromSecondOfPChain,
  getChain,
  getLiteral,
  hashIndexes,
  isEvent,
  isSecond,
  networkIndexes,
  pChainAt,
  readSecondCopy,
  toFirst,
  toSecond,
  toSecondKey,
} from './copy-keys';
import type { ItemKey } from './item';
import { after, blockDigits, justBelow, toLiteral } from './key';
import type { Range, Table } from './plain-table';
import { entities } from './schema';

type Blocks = NonNullable<SecondCopy[RowFamily]>;

/** How long a chain's copies are known without reading its cursor, ms. */
const MAX_AGE_MS = 5_000;

interface KnownCopies {
  note(key: ItemKey, item: Attributes | undefined): void;
  get(chain: string): SecondCopy | undefined | Promise<SecondCopy | undefined>;
  /** Reads the cursor consistently: a switch before this call is known after it. */
  refresh(chain: string): Promise<unknown>;
}

/** As if the second copy of exactly these blocks were in use, on every chain. */
export const withSecondCopy = (table: Table, second: SecondCopy | undefined): Table =>
  withCopies(table, { note: () => undefined, get: () => second, refresh: async () => undefined });

/** From the chains' cursors, whenever they are read. */
export function createKnownCopies(table: Pick<Table, 'get'>, steady: Clock = steadyClock): KnownCopies {
  const known = new Map<string, { readonly at: number; readonly second: SecondCopy | undefined }>();
  const reading = new Map<string, Promise<SecondCopy | undefined>>();
  const note = (key: ItemKey, item: Attributes | undefined): void => {
    if (isHead(key)) known.set(chainIn(key.pk), { at: steady(), second: readSecondCopy(item) });
  };
  const read = async (chain: string, consistent?: boolean): Promise<SecondCopy | undefined> => {
    const key = { pk: HEAD.literal + chain, sk: HEAD.sk };
    const began = steady();
    const item = await table.get(key, consistent);
    // Another read may have begun after this one, and ended before it.
    if (consistent || (known.get(chain)?.at ?? -1) < began) note(key, item);
    return readSecondCopy(item);
  };
  const readOnce = (chain: string): Promise<SecondCopy | undefined> => {
    const other = reading.get(chain);
    if (other) return other;
    const first = read(chain);
    reading.set(chain, first);
    return first.finally(() => reading.delete(chain));
  };
  return {
    note,
    refresh: (chain) => read(chain, true),
    get(chain) {
      const found = known.get(chain);
      return found && steady() - found.at <= MAX_AGE_MS ? found.second : readOnce(chain);
    },
  };
}

/** The cursor of each chain. */
const HEAD = { literal: toLiteral(entities.Cursor.pk), sk: 'head' } as const;
const isHead = ({ pk, sk }: ItemKey): boolean => sk === HEAD.sk && pk.startsWith(HEAD.literal);

/**
 * Reads return the copy in use, under the keys of the first one. Writes go to the keys given: writers of history choose
 * the copy with `placeRow`.
 */
export function withCopies(table: Table, copies: KnownCopies = createKnownCopies(table)): Table {
  const getSecond = copies.get;
  const isSecondInUse = async (pk: string): Promise<boolean> => {
    const pChain = pChainAt(pk);
    return pChain !== undefined && isInSecondCopy(await getSecond(pChain), 'network', 0);
  };
  /** Rows of a P-Chain are all in one copy. */
  const batchGet: Table['batchGet'] = async (keys, consistent, expectedUnits) => {
    const seconds = await Promise.all(keys.map(({ pk }) => isSecondInUse(pk)));
    if (!seconds.includes(true)) return batchGetOfBlocks(keys, consistent, expectedUnits);
    const own = keys.filter((_, i) => seconds[i]).map((key) => ({ ...key, pk: toSecondKey(key.pk) }));
    const others = keys.filter((_, i) => !seconds[i]);
    const [found, rest] = await Promise.all([
      table.batchGet(own, consistent, expectedUnits),
      others.length > 0 ? batchGetOfBlocks(others, consistent, expectedUnits) : [],
    ]);
    return [...rest, ...found.map(fromSecondOfPChain)];
  };
  const batchGetOfBlocks: Table['batchGet'] = async (keys, consistent, expectedUnits) => {
    const wanted: ItemKey[] = [];
    const unknown = new Map<string, Readonly<{ family: RowFamily; second: SecondCopy }>>();
    for (const key of keys) {
      const one = familyAt(key.pk, key.sk);
      const second = one && (await getSecond(getChain(key)));
      const ranges = one && second?.[one.family];
      if (!ranges) wanted.push(key);
      else if (one.hasBlock)
        wanted.push(isInSecondCopy(second, one.family, blockIn(key.sk, one)) ? toSecond(key) : key);
      else {
        wanted.push(key, toSecond(key));
        unknown.set(`${key.pk} ${key.sk}`, { family: one.family, second });
      }
    }
    const found = await table.batchGet(wanted, consistent, expectedUnits);
    for (const key of wanted.filter(isHead))
      copies.note(
        key,
        found.find(({ pk }) => pk === key.pk),
      );
    if (!found.some(isSecond)) return found;
    const used = found.filter(isSecond).flatMap((item) => {
      const first = fromSecond(item);
      const asked = unknown.get(`${first.pk} ${first.sk}`);
      return !asked || isInSecondCopy(asked.second, asked.family, Number(item[BLOCK_ATTRIBUTE])) ? [first] : [];
    });
    const replaced = new Set(used.map(({ pk, sk }) => `${pk} ${sk}`));
    return [...found.filter((item) => !isSecond(item) && !replaced.has(`${item.pk} ${item.sk}`)), ...used].filter(
      (item) => item[ABSENT_ATTRIBUTE] === undefined,
    );
  };

  /** In the order of the list, one after the other: most pages lie within one copy. */
  const queryParts = async (range: Range, one: Copied, ranges: Blocks) => {
    const parts = getParts(range, one, ranges);
    const items: Attributes[] = [];
    for (const [i, part] of (range.ascending ? parts : parts.toReversed()).entries()) {
      const answer = await table.query({ ...range, ...part, limit: range.limit - items.length });
      for (const item of answer.items) items.push(isSecond(item) ? fromSecond(item) : item);
      if (answer.more) return { items, more: true };
      if (items.length >= range.limit) return { items, more: i < parts.length - 1 };
    }
    return { items, more: false };
  };

  /** The block is known only from the rows: reads both copies. */
  const queryBoth = async (range: Range, choose: (first: Attributes[], second: Attributes[]) => Attributes[]) => {
    const answers = await Promise.all([table.query(range), table.query({ ...range, pk: toSecondKey(range.pk) })]);
    const [first = [], second = []] = answers.map(({ items }) => items);
    // Rows beyond the end of a truncated answer may have a counterpart that was not read.
    const ends = answers.flatMap(({ items, more }) => (more ? [String(items.at(-1)?.sk)] : []));
    const isKnown = ({ sk }: Attributes) =>
      ends.every((end) => (range.ascending ? String(sk) <= end : String(sk) >= end));
    const items = choose(first.filter(isKnown), second.filter(isKnown)).toSorted((a, b) =>
      String(a.sk) < String(b.sk) === range.ascending ? -1 : 1,
    );
    return { items, more: ends.length > 0 };
  };

  const chooseInTransaction =
    (own: readonly Copied[], copies: SecondCopy) => (first: Attributes[], second: Attributes[]) =>
      own.flatMap(({ family, prefix }) => {
        const isOwn = ({ sk }: Attributes) => String(sk).startsWith(prefix);
        const used = second.filter(
          (item) => isOwn(item) && isInSecondCopy(copies, family, Number(item[BLOCK_ATTRIBUTE])),
        );
        return used.length === 0
          ? first.filter(isOwn)
          : used.filter((item) => item[ABSENT_ATTRIBUTE] === undefined).map(fromSecond);
      });

  /** Both copies of a row are in one partition. */
  const queryShared = async (range: Range, one: Copied) => {
    const isUsed = async (item: Attributes): Promise<boolean> => {
      const second = await getSecond(toFirst(getChain(item)));
      return isInSecondCopy(second, one.family, blockIn(String(item.sk), one)) === isSecond(item);
    };
    const items: Attributes[] = [];
    for (let rest = range; ; ) {
      const answer = await table.query(rest);
      for (const item of answer.items) if (await isUsed(item)) items.push(isSecond(item) ? fromSecond(item) : item);
      const last = answer.items.at(-1);
      if (!answer.more || items.length > 0 || !last) return { items, more: answer.more };
      const end = String(range.index ? last.g2s : last.sk);
      // A space, as the row's second copy may follow.
      rest = range.ascending ? { ...rest, low: `${end} ` } : { ...rest, high: justBelow(end) };
      if (rest.low > rest.high) return { items, more: false };
    }
  };

  return {
    ...table,
    batchGet,
    async updateIf(key, changes, when, signal) {
      const item = await table.updateIf(key, changes, when, signal);
      if (item) copies.note(key, item);
      return item;
    },
    async get(key, consistent) {
      const pChain = pChainAt(key.pk);
      if (pChain !== undefined) {
        const readFrom = async (second: boolean) =>
          second ? (await batchGet([key], consistent))[0] : table.get(key, consistent);
        const before = await isSecondInUse(key.pk);
        const found = await readFrom(before);
        if (found || !consistent) return found;
        // A new block is only in the copy in use, which may be the other one since the cursor was read.
        await copies.refresh(pChain);
        const now = await isSecondInUse(key.pk);
        return now === before ? undefined : readFrom(now);
      }
      if (!familyAt(key.pk, key.sk)) {
        const item = await table.get(key, consistent);
        copies.note(key, item);
        return item;
      }
      const second = await getSecond(getChain(key));
      return second ? (await batchGet([key], consistent))[0] : table.get(key, consistent);
    },
    async query(range) {
      if (await isSecondInUse(range.pk)) {
        const { items, more } = await table.query({ ...range, pk: toSecondKey(range.pk) });
        return { items: items.map(fromSecondOfPChain), more };
      }
      const { pk, index, low } = range;
      const literal = getLiteral(pk);
      if (index === 'gsi2') {
        const one = networkIndexes.get(literal);
        return one ? queryShared(range, one) : table.query(range);
      }
      if (isEvent({ pk, sk: low })) return queryShared(range, EVENT_COPY);
      const byHash = index === 'gsi1' ? hashIndexes.get(literal) : undefined;
      const own = index ? undefined : copied.get(literal);
      if (!byHash && !own) return table.query(range);
      const second = await getSecond(chainIn(pk));
      if (!second) return table.query(range);
      if (byHash) {
        const isUsed = (item: Attributes) =>
          isInSecondCopy(second, byHash.family, blockIn(String(item.sk), byHash)) === isSecond(item);
        return queryBoth(range, (first, others) => [...first.filter(isUsed), ...others.filter(isUsed).map(fromSecond)]);
      }
      if (own?.every(({ hasBlock }) => !hasBlock)) return queryBoth(range, chooseInTransaction(own, second));
      const one = own?.find(({ prefix }) => low.startsWith(prefix));
      const ranges = one && second[one.family];
      return one && ranges ? queryParts(range, one, ranges) : table.query(range);
    },
  };
}

type Part = Pick<Range, 'pk' | 'low' | 'high'>;

function getParts({ pk, low, high }: Range, { prefix }: Copied, ranges: Blocks): Part[] {
  const start = (block: number) => prefix + blockDigits(block);
  const end = (block: number) => after(start(block));
  const parts: Part[] = [];
  const add = (part: Part) => {
    const within = { ...part, low: part.low > low ? part.low : low, high: part.high < high ? part.high : high };
    if (within.low <= within.high) parts.push(within);
  };
  let next = 0;
  for (const { from, to } of ranges) {
    if (from > next) add({ pk, low: start(next), high: end(from - 1) });
    add({ pk: toSecondKey(pk), low: start(from), high: end(to) });
    next = to + 1;
  }
  add({ pk, low: start(next), high });
  return parts;
}
