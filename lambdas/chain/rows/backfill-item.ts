import { hexToBytes, toHex } from '../../core/table/hex';
import type { Item, ItemKey } from '../../core/table/item';
import { blockDigits, key } from '../../core/table/key';
import { entities } from '../../core/table/schema';
import type { BackfillJob } from '../domain/backfill-job';

/** In the cursor's partition, sorted by first block. */
export const JOB_PREFIX = 'bf-';

export const jobKey = (chain: string, { from, to }: Pick<BackfillJob, 'from' | 'to'>): ItemKey => ({
  pk: key(entities.Cursor.pk, { chain }),
  sk: key(entities.Cursor.sk, { cursor: `${JOB_PREFIX}${blockDigits(from)}-${blockDigits(to)}` }),
});

/** The plan's version, which changes whenever jobs are added. */
export const planKey = (chain: string): ItemKey => ({
  pk: key(entities.Cursor.pk, { chain }),
  sk: key(entities.Cursor.sk, { cursor: 'backfills' }),
});

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
  version: 'y',
  versionFrom: 'i',
  versionFence: 'z',
} as const satisfies Record<keyof BackfillJob, string>;

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

export function readJob(item: Record<string, unknown>): BackfillJob {
  const fields = Object.entries(JOB).flatMap(([name, attribute]) => {
    const value = item[attribute];
    return value === undefined ? [] : [[name, value instanceof Uint8Array ? toHex(value) : value]];
  });
  return { writeUnits: 0, ...Object.fromEntries(fields) };
}

export const jobValue = <T>(value: T, name: keyof BackfillJob): T | Uint8Array =>
  name === 'hash' || name === 'parent' ? hexToBytes(String(value)) : value;
