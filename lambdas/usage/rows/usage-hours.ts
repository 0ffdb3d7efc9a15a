import { sleep } from '../../core/runtime/clock';
import { after, key, keyPrefix, parseKey } from '../../core/table/key';
import { readPages } from '../../core/table/pages';
import { entities, TABLE } from '../../core/table/schema';
import { bytes } from '../../core/table/stored-item';
import type { Table } from '../../core/table/table';
import { TableConflict } from '../../core/table/table-conflict';
import { ABSENT } from '../../core/table/update';
import { USAGE_DAYS } from '../contract/usage';
import { mergeTallies, type Tally } from '../domain/tally';

/** The tally, the IDs of the objects in it, and a version for optimistic locking. */
const [TALLY, OBJECTS, VERSION] = ['t', 'o', 'n'];
const PAGE = 1_000;
const MAX_ATTEMPTS = 8;

export interface UsageRef {
  readonly owner: string;
  /** Hours since 1970. */
  readonly hour: number;
  readonly key: string;
  readonly chain: string;
}
export interface UsageHour extends Omit<UsageRef, 'owner'> {
  readonly tally: Tally;
}

export const usageHourReader = (table: Pick<Table, 'query'>) => ({
  async *ofOwner(owner: string, first: number, last: number): AsyncGenerator<UsageHour[]> {
    const { pk, sk } = entities.UsageHour;
    const range = { low: keyPrefix(sk, { hour: first }), high: after(keyPrefix(sk, { hour: last })), limit: PAGE };
    for await (const items of readPages(table, { pk: key(pk, { owner }), ...range }))
      yield items.map((item) => ({ ...parseKey(sk, item.sk), tally: item[TALLY] as Tally }));
  },
});

/** Days since 1970, both inclusive. */
export async function ownersWithUsage(table: Pick<Table, 'query'>, first: number, last: number): Promise<Set<string>> {
  const { pk, sk } = entities.UsageOwner;
  const owners = new Set<string>();
  for (let day = first; day <= last; day++)
    for await (const items of readPages(table, { pk: key(pk, { day }), low: '!', high: after('~'), limit: PAGE }))
      for (const item of items) owners.add(parseKey(sk, item.sk).owner);
  return owners;
}

export const usageHourWriter = (table: Pick<Table, 'get' | 'changeIf' | 'write'>) => ({
  /** Idempotent: the item holds the IDs of counted objects. Throws TableConflict after MAX_ATTEMPTS. */
  async add({ owner, ...ref }: UsageRef, tally: Tally, objectId: Uint8Array): Promise<void> {
    const { pk, sk } = entities.UsageHour;
    const itemKey = { pk: key(pk, { owner }), sk: key(sk, ref) };
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      if (attempt > 1) await sleep(Math.random() * 50 * attempt);
      const item = await table.get(itemKey, true);
      const included = item ? bytes(item[OBJECTS]) : new Uint8Array();
      if (includes(included, objectId)) return;
      const expires = (ref.hour + USAGE_DAYS * 24) * 3_600;
      // Before the counts, so that an owner with counts is always listed.
      if (!item) await table.write([{ put: ownerItem(owner, ref.hour, expires) }]);
      const version = Number(item?.[VERSION] ?? 0);
      const set = {
        [TALLY]: mergeTallies((item?.[TALLY] ?? {}) as Tally, tally),
        [OBJECTS]: Buffer.concat([included, objectId]),
        [VERSION]: version + 1,
        [TABLE.ttl]: expires,
      };
      if (await table.changeIf(itemKey, { set }, item ? { [VERSION]: version } : { [VERSION]: ABSENT })) return;
    }
    throw new TableConflict();
  },
});

const ownerItem = (owner: string, hour: number, expires: number) => ({
  pk: key(entities.UsageOwner.pk, { day: Math.floor(hour / 24) }),
  sk: key(entities.UsageOwner.sk, { owner }),
  [TABLE.ttl]: expires,
});

/** `ids` are concatenated, of the same length. */
function includes(ids: Uint8Array, id: Uint8Array): boolean {
  const wanted = Buffer.from(id);
  for (let at = 0; at < ids.length; at += id.length) if (wanted.equals(ids.subarray(at, at + id.length))) return true;
  return false;
}
