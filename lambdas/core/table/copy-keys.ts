import { pChainSource } from '../contract/pchain-source';
import { isInSecondCopy, type RowFamily, type SecondCopy } from '../domain/copies';
import type { Item, ItemKey } from './item';
import { toLiteral } from './key';
import { rangesText, readRanges } from './ranges';
import { type EntitySpec, entities } from './schema';

// Rows of a block exist in two copies while they are derived again: partition keys of the second one have `.2` after the
// chain. In partitions of several chains, sort keys end with ` 2` instead, so that both copies sort alike.

/** An attribute of the chain's cursor, so that one write changes it, and readers of the cursor know it. */
export const SECOND_COPY = 'sc';

/** `tokens:0-99,200-299;traces:0-99`; undefined if all rows are read from the first copy. */
export const secondCopyText = (second: SecondCopy): string | undefined =>
  Object.entries(second)
    .filter(([, blocks]) => blocks.length > 0)
    .map(([family, blocks]) => `${family}:${rangesText(blocks)}`)
    .join(';') || undefined;

/** Of a cursor's item. */
export function readSecondCopy(item: Attributes | undefined): SecondCopy | undefined {
  const text = item?.[SECOND_COPY];
  if (typeof text !== 'string') return undefined;
  return Object.fromEntries(
    text.split(';').map((one) => {
      const [family = '', blocks = ''] = one.split(':');
      return [family, readRanges(blocks)];
    }),
  );
}

export interface Copied {
  readonly family: RowFamily;
  /** Before the block of the sort key, or the whole sort key's literal. */
  readonly prefix: string;
  readonly hasBlock: boolean;
}

const SUFFIX = '.2';
/** Below the lowest bound above the key of the first copy, so that the next page skips both. */
const SORT_SUFFIX = ' 2';
const [CHAIN, NETWORK, BLOCK] = ['{chain}', '{network}', '{block:10}'];

export const copied = new Map<string, Copied[]>();
export const hashIndexes = new Map<string, Copied>();
export const networkIndexes = new Map<string, Copied>();
/** Of rows of a P-Chain, in the table and in its indexes. */
const pChainPartitions = new Set<string>();
for (const { family, pk, sk, gsi1, gsi2, gsi3 } of Object.values<EntitySpec>(entities)) {
  if (family === 'network' && pk.includes(NETWORK))
    for (const template of [pk, gsi1?.[0], gsi2?.[0], gsi3?.[0]])
      if (template) pChainPartitions.add(toLiteral(template));
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

export const getLiteral = (pk: string): string => pk.slice(0, pk.indexOf('#') + 1);
/** Undefined for a row that shares the partition but has one copy. */
export const familyAt = (pk: string, sk: string): Copied | undefined =>
  isEvent({ pk, sk })
    ? EVENT_COPY
    : copied
        .get(getLiteral(pk))
        ?.find(({ prefix, hasBlock }) => sk.startsWith(prefix) && (!hasBlock || DIGIT.test(sk[prefix.length] ?? '')));
const DIGIT = /\d/;
export const chainIn = (pk: string): string => pk.split('#', 2)[1] ?? '';
export const blockIn = (sk: string, one: Copied): number =>
  Number(one === EVENT_COPY ? sk.split('#')[2] : sk.slice(one.prefix.length, one.prefix.length + 10));
const replaceChain = (text: unknown, change: (chain: string) => string): string => {
  const [literal = '', chain = '', ...rest] = String(text).split('#');
  return [literal, change(chain), ...rest].join('#');
};
export const toSecondKey = (pk: string): string => replaceChain(pk, (chain) => chain + SUFFIX);
export const toFirst = (text: string): string => (text.endsWith(SUFFIX) ? text.slice(0, -SUFFIX.length) : text);
/** Events of both chains share a partition, so their sort keys have the chain. */
const EVENT = { literal: toLiteral(entities.TeleporterEvent.pk), prefix: toLiteral(entities.TeleporterEvent.sk) };
export const isEvent = ({ pk, sk }: Keyed): boolean =>
  String(pk).startsWith(EVENT.literal) && String(sk).startsWith(EVENT.prefix);
export const EVENT_COPY: Copied = { family: 'teleporter', prefix: EVENT.prefix, hasBlock: true };
export const getChain = (item: Keyed): string => chainIn(String(isEvent(item) ? item.sk : item.pk));
export const isSecond = (item: Keyed): boolean =>
  isEvent(item) ? String(item.sk).endsWith(SORT_SUFFIX) : getChain(item).endsWith(SUFFIX);

export type Attributes = Record<string, unknown>;
interface Keyed {
  readonly pk?: unknown;
  readonly sk?: unknown;
}

/** Attributes of rows in the second copy whose keys do not have the block. */
export const BLOCK_ATTRIBUTE = 'b';
export const ABSENT_ATTRIBUTE = 'no';

/** undefined for a row that has one copy. */
export const getFamily = ({ pk, sk }: ItemKey): RowFamily | undefined => familyAt(pk, sk)?.family;

export const toSecond = ({ pk, sk }: ItemKey): ItemKey =>
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

export function fromSecond({ [BLOCK_ATTRIBUTE]: _, ...item }: Attributes): Attributes {
  const { pk, sk, g1p, g2s } = item;
  if (isEvent(item)) return { ...item, sk: String(sk).replace(SORT_SUFFIX, '') };
  return {
    ...item,
    pk: replaceChain(pk, toFirst),
    ...(g1p === undefined ? {} : { g1p: replaceChain(g1p, toFirst) }),
    ...(g2s === undefined ? {} : { g2s: String(g2s).replace(SORT_SUFFIX, '') }),
  };
}

/** The network's name in the keys of its rows. */
export const nameInKeys = (network: string, second: SecondCopy | undefined): string =>
  isInSecondCopy(second, 'network', 0) ? network + SUFFIX : network;

/** The P-Chain whose rows have these keys; undefined for any other, and for keys of the second copy. */
export const pChainAt = (pk: string): string | undefined =>
  pChainPartitions.has(getLiteral(pk)) && !chainIn(pk).endsWith(SUFFIX) ? pChainSource(chainIn(pk)) : undefined;

/** Keys of a P-Chain's row, in the table and in its indexes, changed by `change`. */
const withKeys = <T extends Attributes>(item: T, change: (pk: string) => string): T => ({
  ...item,
  ...Object.fromEntries(PARTITIONS.filter((name) => name in item).map((name) => [name, change(String(item[name]))])),
});
const PARTITIONS = ['pk', 'g1p', 'g2p', 'g3p'];

/** A P-Chain's row with keys of the first copy, in the copy that `second` names. */
export const inCopy = (item: Item, second: SecondCopy | undefined): Item =>
  isInSecondCopy(second, 'network', 0) ? withKeys(item, toSecondKey) : item;

/** A P-Chain's row of the second copy with the keys of the first one. */
export const fromSecondOfPChain = (item: Attributes): Attributes => withKeys(item, toFirstKey);

const toFirstKey = (pk: string): string => replaceChain(pk, toFirst);
