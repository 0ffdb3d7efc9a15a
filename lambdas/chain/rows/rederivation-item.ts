import type { RowFamily } from '../../core/domain/copies';
import type { Item, ItemKey } from '../../core/table/item';
import { blockDigits, key } from '../../core/table/key';
import { entities } from '../../core/table/schema';
import type { BlockRange } from '../domain/block-range';
import {
  type Findings,
  NO_FINDINGS,
  type Rederivation,
  type RederivePart,
  type RederiveWork,
} from '../domain/rederivation';

/** In the cursor's partition, sorted by first block. */
export const PART_PREFIX = 'rd-';

export const rederivationKey = (chain: string): ItemKey => ({
  pk: key(entities.Cursor.pk, { chain }),
  sk: key(entities.Cursor.sk, { cursor: 'rederive' }),
});

export const partKey = (chain: string, { from, to }: BlockRange): ItemKey => ({
  pk: key(entities.Cursor.pk, { chain }),
  sk: key(entities.Cursor.sk, { cursor: `${PART_PREFIX}${blockDigits(from)}-${blockDigits(to)}` }),
});

export const REDERIVATION = {
  from: 'a',
  to: 'b',
  families: 'y',
  work: 'w',
  round: 'r',
  at: 's',
  switched: 'z',
} as const satisfies Record<keyof Rederivation, string>;

export const PART = {
  from: 'a',
  to: 'b',
  round: 'r',
  next: 'n',
  fence: 'f',
  worker: 'e',
  speed: 'v',
  readUnits: 'i',
  writeUnits: 'm',
  doneAt: 'd',
  lastError: 'x',
  found: 'k',
  version: 'y',
} as const satisfies Record<keyof RederivePart, string>;

export const rederivationItem = (chain: string, record: Rederivation): Item => ({
  ...rederivationKey(chain),
  [REDERIVATION.from]: record.from,
  [REDERIVATION.to]: record.to,
  [REDERIVATION.families]: record.families.join(),
  [REDERIVATION.work]: record.work,
  [REDERIVATION.round]: record.round,
  [REDERIVATION.at]: record.at,
  [REDERIVATION.switched]: record.switched,
});

export const readRederivation = (item: Record<string, unknown>): Rederivation => ({
  from: Number(item[REDERIVATION.from]),
  to: Number(item[REDERIVATION.to]),
  families: String(item[REDERIVATION.families]).split(',') as RowFamily[],
  work: item[REDERIVATION.work] as RederiveWork,
  round: Number(item[REDERIVATION.round]),
  at: Number(item[REDERIVATION.at]),
  switched: item[REDERIVATION.switched] === true,
});

export const partItem = (chain: string, { from, to }: BlockRange, round: number): Item => ({
  ...partKey(chain, { from, to }),
  [PART.from]: from,
  [PART.to]: to,
  [PART.round]: round,
  [PART.next]: from,
  [PART.fence]: 0,
});

export function readPart(item: Record<string, unknown>): RederivePart {
  const number = (name: keyof typeof PART) => Number(item[PART[name]] ?? 0);
  const optional = (name: 'worker' | 'speed' | 'doneAt' | 'version') =>
    item[PART[name]] === undefined ? {} : { [name]: number(name) };
  const { [PART.lastError]: lastError, [PART.found]: found } = item;
  return {
    from: number('from'),
    to: number('to'),
    round: number('round'),
    next: number('next'),
    fence: number('fence'),
    ...optional('worker'),
    ...optional('speed'),
    ...optional('doneAt'),
    ...optional('version'),
    readUnits: number('readUnits'),
    writeUnits: number('writeUnits'),
    ...(typeof lastError === 'string' ? { lastError } : {}),
    found: typeof found === 'string' ? (JSON.parse(found) as Findings) : NO_FINDINGS,
  };
}
