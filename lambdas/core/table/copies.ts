import type { RowFamily, SecondCopy } from '../domain/copies';
import { type Clock, steadyClock } from '../runtime/clock';
import type { Item, ItemKey } from './item';
import { after, blockDigits, toLiteral } from './key';
import type { Range, Table } from './plain-table';
import { type EntitySpec, entities } from './schema';

// Rows of a block exist in two copies while they are derived again: partition keys of the second one have `.2` after the
// chain. In partitions of several chains, sort keys end with ` 2` instead, so that both copies sort alike.

/** An attribute of the chain's cursor, so that one write changes it, and readers of the cursor know it. */
export const SECOND_COPY = 'sc';

/** `tokens:0-99,200-299;traces:0-99`; undefined if all rows are read from the first copy. */
export const secondCopyText = (second: SecondCopy): string | undefined =>
  Object.entries(second)
    .filter(([, blocks]) => blocks.length > 0)
    .map(([family, blocks]) => `${family}:${blocks.map(({ from, to }) => `${from}-${to}`).join()}`)
    .join(';') || undefined;

/** Of a cursor's item. */
export function readSecondCopy(item: Attributes | undefined): SecondCopy | undefined {
  const text = item?.[SECOND_COPY];
  if (typeof text !== 'string') return undefined;
  return Object.fromEntries(
    text.split(';').map((one) => {
      const [family = '', blocks = ''] = one.split(':');
      return [family, blocks.split(',').map(rangeIn)];
    }),
  );
}

function rangeIn(text: string): Blocks[number] {
  const [from, to] = text.split('-').map(Number);
  if (from === undefined || to === undefined) throw new Error(`cursor item: not a range of blocks: ${text}`);
  return { from, to };
}

type Blocks = NonNullable<SecondCopy[RowFamily]>;

interface Copied {
  readonly family: RowFamily;
  /** Before the block of the sort key, or the whole sort key's literal. */
  readonly prefix: string;
  readonly hasBlock: boolean;
}

const SUFFIX = '.2';
/** Below the lowest bound above the key of the first copy, so that the next page skips both. */
const SORT_SUFFIX = ' 2';
const [CHAIN, BLOCK] = ['{chain}', '{block:10}'];

const copied = new Map<string, Copied[]>();
const hashIndexes = new Map<string, Copied>();
const networkIndexes = new Map<string, Copied>();
for (const { family, pk, sk, gsi1, gsi2 } of Object.values<EntitySpec>(entities)) {
  if (!family || !pk.includes(CHAIN)) continue;
  const at = sk.indexOf(BLOCK);
  const one: Copied = { family, prefix: at < 0 ? toLiteral(sk) : sk.slice(0, at), hasBlock: at >= 0 };
  const literal = toLiteral(pk);
  // The longest prefix first, as one of them may be empty.
  const others = copied.get(literal) ?? [];
  copied.set(
    literal,
    [...others, one].toSorted((a, b) => b.prefix.length - a.prefix.length),
  );
  if (gsi1) hashIndexes.set(toLiteral(gsi1[0]), one);
  if (gsi2) networkIndexes.set(toLiteral(gsi2[0]), one);
}

const getLiteral = (pk: string): string => pk.slice(0, pk.indexOf('#') + 1);
/** Undefined for a row that shares the partition but has one copy. */
const familyAt = (pk: string, sk: string): Copied | undefined =>
  isEvent({ pk, sk })
    ? EVENT_COPY
    : copied
        .get(getLiteral(pk))
        ?.find(({ prefix, hasBlock }) => sk.startsWith(prefix) && (!hasBlock || DIGIT.test(sk[prefix.length] ?? '')));
const DIGIT = /\d/;
const chainIn = (pk: string): string => pk.split('#', 2)[1] ?? '';
const blockIn = (sk: string, one: Copied): number =>
  Number(one === EVENT_COPY ? sk.split('#')[2] : sk.slice(one.prefix.length, one.prefix.length + 10));
const holds = (ranges: Blocks | undefined, block: number): boolean =>
  ranges?.some(({ from, to }) => block >= from && block <= to) === true;

const replaceChain = (text: unknown, change: (chain: string) => string): string => {
  const [literal = '', chain = '', ...rest] = String(text).split('#');
  return [literal, change(chain), ...rest].join('#');
};
const toSecondKey = (pk: string): string => replaceChain(pk, (chain) => chain + SUFFIX);
const toFirst = (text: string): string => (text.endsWith(SUFFIX) ? text.slice(0, -SUFFIX.length) : text);
/** Events of both chains share a partition, so their sort keys have the chain. */
const EVENT = { literal: toLiteral(entities.TeleporterEvent.pk), prefix: toLiteral(entities.TeleporterEvent.sk) };
const isEvent = ({ pk, sk }: Attributes): boolean =>
  String(pk).startsWith(EVENT.literal) && String(sk).startsWith(EVENT.prefix);
const EVENT_COPY: Copied = { family: 'teleporter', prefix: EVENT.prefix, hasBlock: true };
const getChain = (item: Attributes): string => chainIn(String(isEvent(item) ? item.sk : item.pk));
const isSecond = (item: Attributes): boolean =>
  isEvent(item) ? String(item.sk).endsWith(SORT_SUFFIX) : getChain(item).endsWith(SUFFIX);

type Attributes = Record<string, unknown>;

/** Attributes of rows in the second copy whose keys do not have the block. */
const BLOCK_ATTRIBUTE = 'b';
const ABSENT_ATTRIBUTE = 'no';

/** undefined for a row that has one copy. */
export const getFamily = ({ pk, sk }: ItemKey): RowFamily | undefined => familyAt(pk, sk)?.family;

const toSecond = ({ pk, sk }: ItemKey): ItemKey =>
  isEvent({ pk, sk }) ? { pk, sk: sk + SORT_SUFFIX } : { pk: toSecondKey(pk), sk };

/** Of an entity with a family. `block`: the row's. */
export function inSecondCopy(item: Item, block: number): Item {
  const { pk, sk, g1p, g2s } = item;
  if (isEvent(item)) return { ...item, sk: sk + SORT_SUFFIX };
  return {
    ...item,
    pk: toSecondKey(pk),
    ...(g1p === undefined ? {} : { g1p: toSecondKey(String(g1p)) }),
    ...(g2s === undefined ? {} : { g2s: g2s + SORT_SUFFIX }),
    ...(familyAt(pk, sk)?.hasBlock === false ? { [BLOCK_ATTRIBUTE]: block } : {}),
  };
}

/** Says that the row of the first copy is not derived any more. */
export const absentInSecondCopy = (key: ItemKey, block: number): Item =>
  inSecondCopy({ pk: key.pk, sk: key.sk, [ABSENT_ATTRIBUTE]: true }, block);

function fromSecond({ [BLOCK_ATTRIBUTE]: _, ...item }: Attributes): Attributes {
  const { pk, sk, g1p, g2s } = item;
  if (isEvent(item)) return { ...item, sk: String(sk).replace(SORT_SUFFIX, '') };
  return {
    ...item,
    pk: replaceChain(pk, toFirst),
    ...(g1p === undefined ? {} : { g1p: replaceChain(g1p, toFirst) }),
    ...(g2s === undefined ? {} : { g2s: String(g2s).replace(SORT_SUFFIX, '') }),
  };
}

/** How long a chain's copies are known without reading its cursor, ms. */
const MAX_AGE_MS = 5_000;

interface KnownCopies {
  note(key: ItemKey, item: Attributes | undefined): void;
  get(chain: string): SecondCopy | undefined | Promise<SecondCopy | undefined>;
}

/** As if the second copy of exactly these blocks were in use, on every chain. */
export const withSecondCopy = (table: Table, second: SecondCopy | undefined): Table =>
  withCopies(table, { note: () => undefined, get: () => second });

/** From the chains' cursors, whenever they are read. */
export function createKnownCopies(table: Pick<Table, 'get'>, steady: Clock = steadyClock): KnownCopies {
  const known = new Map<string, { readonly at: number; readonly second: SecondCopy | undefined }>();
  const note = (key: ItemKey, item: Attributes | undefined): void => {
    if (isHead(key)) known.set(chainIn(key.pk), { at: steady(), second: readSecondCopy(item) });
  };
  return {
    note,
    get(chain) {
      const found = known.get(chain);
      if (found && steady() - found.at <= MAX_AGE_MS) return found.second;
      return table.get({ pk: HEAD.literal + chain, sk: HEAD.sk }).then((item) => {
        const second = readSecondCopy(item);
        known.set(chain, { at: steady(), second });
        return second;
      });
    },
  };
}

/** The cursor of each chain. */
const HEAD = { literal: toLiteral(entities.Cursor.pk), sk: 'head' } as const;
const isHead = ({ pk, sk }: ItemKey): boolean => sk === HEAD.sk && pk.startsWith(HEAD.literal);

/**
 * Reads each row from the copy in use, with the keys of the first one. Writes are not changed: those that write
 * history put each row into its copy.
 */
export function withCopies(table: Table, copies: KnownCopies = createKnownCopies(table)): Table {
  const getSecond = copies.get;
  const batchGet: Table['batchGet'] = async (keys, consistent, expectedUnits) => {
    const wanted: ItemKey[] = [];
    const unknown = new Map<string, Readonly<{ family: RowFamily; second: SecondCopy }>>();
    for (const key of keys) {
      const one = familyAt(key.pk, key.sk);
      const second = one && (await getSecond(getChain({ ...key })));
      const ranges = one && second?.[one.family];
      if (!ranges) wanted.push(key);
      else if (one.hasBlock) wanted.push(holds(ranges, blockIn(key.sk, one)) ? toSecond(key) : key);
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
      return !asked || holds(asked.second[asked.family], Number(item[BLOCK_ATTRIBUTE])) ? [first] : [];
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
        const used = second.filter((item) => isOwn(item) && holds(copies[family], Number(item[BLOCK_ATTRIBUTE])));
        return used.length === 0
          ? first.filter(isOwn)
          : used.filter((item) => item[ABSENT_ATTRIBUTE] === undefined).map(fromSecond);
      });

  /** Both copies of a row are in one partition. */
  const queryShared = async (range: Range, one: Copied) => {
    const isUsed = async (item: Attributes): Promise<boolean> => {
      const second = await getSecond(toFirst(getChain(item)));
      return holds(second?.[one.family], blockIn(String(item.sk), one)) === isSecond(item);
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
      if (!familyAt(key.pk, key.sk)) {
        const item = await table.get(key, consistent);
        copies.note(key, item);
        return item;
      }
      const second = await getSecond(getChain({ ...key }));
      return second ? (await batchGet([key], consistent))[0] : table.get(key, consistent);
    },
    async query(range) {
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
          holds(second[byHash.family], blockIn(String(item.sk), byHash)) === isSecond(item);
        return queryBoth(range, (first, others) => [...first.filter(isUsed), ...others.filter(isUsed).map(fromSecond)]);
      }
      if (own?.every(({ hasBlock }) => !hasBlock)) return queryBoth(range, chooseInTransaction(own, second));
      const one = own?.find(({ prefix }) => low.startsWith(prefix));
      const ranges = one && second[one.family];
      return one && ranges ? queryParts(range, one, ranges) : table.query(range);
    },
  };
}

const justBelow = (key: string): string =>
  `${key.slice(0, -1)}${String.fromCharCode(key.charCodeAt(key.length - 1) - 1)}~`;

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
