import { isDeepStrictEqual } from 'node:util';
import type { Item, ItemKey } from '../../core/table/item';
import { toLiteral } from '../../core/table/key';
import { type EntitySpec, entities } from '../../core/table/schema';
import type { Stored } from '../../core/table/stored-item';
import { type Compared, type Difference, type Findings, MAX_EXAMPLES } from '../domain/rederivation';

export interface Row {
  readonly block: number;
  readonly item: Item;
}

export const getName = ({ pk, sk }: Stored | ItemKey): string => `${pk} ${sk}`;

/** `balances` are 0. */
export function createComparison() {
  const rows = new Map<string, { -readonly [K in keyof Compared]: number }>();
  const examples: Difference[] = [];
  const blocks = new Set<number>();
  const count = (row: Row, kind: Difference['kind'] | 'same'): void => {
    const { pk, sk } = row.item;
    const entity = getEntity(row.item);
    const counts = rows.get(entity) ?? { same: 0, changed: 0, added: 0, removed: 0 };
    rows.set(entity, counts);
    counts[kind] += 1;
    if (kind === 'same') return;
    blocks.add(row.block);
    if (counts[kind] <= MAX_EXAMPLES) examples.push({ entity, kind, block: row.block, pk, sk });
  };
  return {
    blocks: blocks as ReadonlySet<number>,
    /** `used`: the row in use with its key. */
    add: (row: Row, used: Stored | undefined): void =>
      count(row, used === undefined ? 'added' : isSame(used, row.item) ? 'same' : 'changed'),
    /** In use, and not derived any more. */
    remove: (row: Row): void => count(row, 'removed'),
    get findings(): Findings {
      const sorted = [...blocks].toSorted((a, b) => a - b);
      return {
        rows: Object.fromEntries(rows),
        examples,
        blocks: sorted.map((block) => ({ from: block, to: block })),
        balances: 0,
      };
    },
  };
}

export function isSame(a: Stored, b: Stored): boolean {
  const names = Object.keys(b).filter((name) => b[name] !== undefined);
  return names.length === Object.keys(a).length && names.every((name) => isSameValue(a[name], b[name]));
}

const isSameValue = (a: unknown, b: unknown): boolean =>
  a instanceof Uint8Array && b instanceof Uint8Array ? Buffer.compare(a, b) === 0 : isDeepStrictEqual(a, b);

/** The longest sort key literal first, as one of them may be empty. */
const named = Object.entries<EntitySpec>(entities)
  .filter(([, { family }]) => family !== undefined)
  .map(([name, { pk, sk }]) => ({ name, pk: toLiteral(pk), sk: toLiteral(sk) }))
  .toSorted((a, b) => b.sk.length - a.sk.length);

const getEntity = (key: ItemKey): string =>
  named.find(({ pk, sk }) => key.pk.startsWith(pk) && key.sk.startsWith(sk))?.name ?? '';
