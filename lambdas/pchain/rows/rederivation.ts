import type { Cursor } from '../../chain/domain/cursor';
import { type DerivedBy, derivedText, joinDerived, readDerived, withoutLast } from '../../chain/domain/derived-by';
import { NO_FINDINGS } from '../../chain/domain/rederivation';
import { CURSOR, cursorKey } from '../../chain/rows/cursor-item';
import { rederivationKey } from '../../chain/rows/rederivation-item';
import { isInSecondCopy, WHOLE_NETWORK } from '../../core/domain/copies';
import { exactJson, fromExactJson } from '../../core/domain/exact-json';
import { SECOND_COPY, secondCopyText } from '../../core/table/copy-keys';
import type { Item } from '../../core/table/item';
import type { Table } from '../../core/table/plain-table';
import { ABSENT } from '../../core/table/update';
import { type NetworkRederivation, type NetworkWork, nextRound } from '../domain/rederivation';

const ROUND = 'r';
const JSON_ATTRIBUTE = 'x';

const toItem = (chain: string, record: NetworkRederivation): Item => ({
  ...rederivationKey(chain),
  [ROUND]: record.round,
  [JSON_ATTRIBUTE]: exactJson(record),
});

/** `chain`: such as `p-chain-fuji`. */
export async function getNetworkRederivation(
  table: Pick<Table, 'get'>,
  chain: string,
): Promise<NetworkRederivation | undefined> {
  const item = await table.get(rederivationKey(chain), true);
  return item && fromExactJson<NetworkRederivation>(String(item[JSON_ATTRIBUTE]));
}

/** false if the network has one. `now`: Unix ms. */
export async function createNetworkRederivation(
  table: Pick<Table, 'transact'>,
  chain: string,
  { start, number }: Pick<Cursor, 'start' | 'number'>,
  now: number,
): Promise<boolean> {
  const record: NetworkRederivation = {
    ...{ work: 'derive', round: 1, at: now, switched: false, found: NO_FINDINGS },
    ...{ from: start, next: start, position: 0, head: number, readUnits: 0, writeUnits: 0 },
  };
  return (await table.transact([{ put: toItem(chain, record), when: { pk: ABSENT } }])).length === 0;
}

/** false if the record was changed since it was read. */
export const requestNetworkWork = (
  table: Pick<Table, 'updateIf'>,
  chain: string,
  record: NetworkRederivation,
  { work, now }: { readonly work: NetworkWork; readonly now: number },
): Promise<boolean> => replaceRecord(table, chain, record, nextRound(record, work, now));

/** The worker notes its progress in the same record. */
const isUnchanged = (before: NetworkRederivation) => ({ [JSON_ATTRIBUTE]: exactJson(before) });

/** false if it was changed since `before` was read. */
export async function replaceRecord(
  table: Pick<Table, 'updateIf'>,
  chain: string,
  before: NetworkRederivation,
  after: NetworkRederivation,
  signal?: AbortSignal,
): Promise<boolean> {
  const set = { [ROUND]: after.round, [JSON_ATTRIBUTE]: exactJson(after) };
  return (await table.updateIf(rederivationKey(chain), { set }, isUnchanged(before), signal)) !== undefined;
}

/**
 * From this write on, all readers and the indexer use the other copy, which must have the blocks up to the cursor's.
 * false if the cursor has moved, or is about to, or another request came first.
 */
export async function switchCopies(
  table: Pick<Table, 'transact'>,
  chain: string,
  { number, second, derived }: Pick<Cursor, 'number' | 'second' | 'derived'>,
  { before, after }: { readonly before: NetworkRederivation; readonly after: NetworkRederivation },
): Promise<boolean> {
  const now = secondCopyText(second ?? {});
  const then = isInSecondCopy(second, 'network', 0) ? undefined : secondCopyText(WHOLE_NETWORK);
  const own: DerivedBy = {
    from: before.from,
    to: number,
    version: before.version ?? 1,
    families: ['network'],
    at: after.at,
  };
  const notes = readDerived(derived);
  const isOwn = ({ families }: DerivedBy) => families?.includes('network') === true;
  const noted = after.switched ? [...joinDerived(notes, []), own] : withoutLast(notes, isOwn);
  const failed = await table.transact([
    {
      update: cursorKey(chain),
      set: { [SECOND_COPY]: then, [CURSOR.derived]: derivedText(noted) },
      when: {
        [CURSOR.number]: number,
        [CURSOR.pendingKind]: ABSENT,
        [SECOND_COPY]: now ?? ABSENT,
        [CURSOR.derived]: derived ?? ABSENT,
      },
    },
    {
      update: rederivationKey(chain),
      set: { [ROUND]: after.round, [JSON_ATTRIBUTE]: exactJson(after) },
      when: isUnchanged(before),
    },
  ]);
  return failed.length === 0;
}

/** Idempotent. */
export const endNetworkRederivation = async (
  table: Pick<Table, 'transact'>,
  chain: string,
  { round }: NetworkRederivation,
): Promise<void> => {
  await table.transact([{ delete: rederivationKey(chain), when: { [ROUND]: round } }]);
};
