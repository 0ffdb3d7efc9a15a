import { hexToBytes, toHex } from '../../core/table/hex';
import type { Item, ItemKey } from '../../core/table/item';
import { blockDigits, key } from '../../core/table/key';
import { entities } from '../../core/table/schema';
import type { BackfillJob, UncheckedBalances } from '../domain/backfill-job';

/** Prefix of every job's sort key: jobs are in the cursor's partition, sorted by their first block. */
export const JOB_PREFIX = 'bf-';

/** The key of a job: one per range, however often it is requested. */
export const jobKey = (chain: string, { from, to }: Pick<BackfillJob, 'from' | 'to'>): ItemKey => ({
  pk: key(entities.Cursor.pk, { chain }),
  sk: key(entities.Cursor.sk, { cursor: `${JOB_PREFIX}${blockDigits(from)}-${blockDigits(to)}` }),
});

/** The key of the item whose version changes with each addition of jobs. */
export const planKey = (chain: string): ItemKey => ({
  pk: key(entities.Cursor.pk, { chain }),
  sk: key(entities.Cursor.sk, { cursor: 'backfills' }),
});

/** Attributes of a job's item. */
export const JOB = {
  from: 'a',
  to: 'b',
  next: 'n',
  reached: 'w',
  cumulative: 'c',
  transactions: 'q',
  parent: 'p',
  hash: 'h',
  startedAt: 's',
  speed: 'v',
  writeUnits: 'm',
  worker: 'e',
  fence: 'f',
  doneAt: 'd',
  lastError: 'x',
  unchecked: 'k',
  tracedFrom: 't',
  tracesEndedAt: 'u',
} as const satisfies Record<keyof BackfillJob, string>;

/** The item of a job that has not started. */
export const newJobItem = (
  chain: string,
  {
    from,
    to,
    reached,
    unchecked,
    transactions,
    startedAt,
    fence,
  }: Pick<BackfillJob, 'from' | 'to' | 'reached' | 'unchecked' | 'transactions' | 'startedAt' | 'fence'>,
): Item => ({
  ...jobKey(chain, { from, to }),
  [JOB.from]: from,
  [JOB.to]: to,
  [JOB.next]: from,
  [JOB.reached]: reached,
  [JOB.unchecked]: unchecked && { ...unchecked },
  [JOB.cumulative]: 0,
  [JOB.transactions]: transactions,
  [JOB.startedAt]: startedAt,
  [JOB.fence]: fence,
});

/** What an item says. */
export function readJob(item: Record<string, unknown>): BackfillJob {
  const number = (name: keyof typeof JOB) => Number(item[JOB[name]] ?? 0);
  const given = (name: 'reached' | 'transactions' | 'speed' | 'worker' | 'doneAt' | 'tracedFrom' | 'tracesEndedAt') =>
    item[JOB[name]] === undefined ? {} : { [name]: number(name) };
  const hashed = (name: 'hash' | 'parent') => {
    const hash = item[JOB[name]];
    return hash instanceof Uint8Array ? { [name]: toHex(hash) } : {};
  };
  const lastError = item[JOB.lastError];
  const unchecked = item[JOB.unchecked] as UncheckedBalances | undefined;
  return {
    from: number('from'),
    to: number('to'),
    next: number('next'),
    ...given('reached'),
    cumulative: number('cumulative'),
    ...given('transactions'),
    ...hashed('hash'),
    ...hashed('parent'),
    startedAt: number('startedAt'),
    ...given('speed'),
    writeUnits: number('writeUnits'),
    ...given('worker'),
    fence: number('fence'),
    ...given('doneAt'),
    ...(typeof lastError === 'string' ? { lastError } : {}),
    ...(unchecked ? { unchecked } : {}),
    ...given('tracedFrom'),
    ...given('tracesEndedAt'),
  };
}

/** A field as its attribute holds it. */
export const jobValue = <T>(value: T, name: keyof BackfillJob): T | Uint8Array =>
  name === 'hash' || name === 'parent' ? hexToBytes(String(value)) : value;
