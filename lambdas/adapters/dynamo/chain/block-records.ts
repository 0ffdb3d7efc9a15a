import type { ItemKey } from '../../../table/item';
import { key } from '../../../table/key';
import { entities } from '../../../table/schema';
import type { Table } from '../table';
import { ABSENT, below } from '../update';

/** Counts how often blocks became canonical here. A rollback leaves the counts. */
export function openBlockRecords(table: Table, chain: string) {
  const recordKey = (hash: string): ItemKey => ({
    pk: key(entities.BlockRecord.pk, { chain, hash }),
    sk: entities.BlockRecord.sk,
  });
  /** The count as it stands. */
  const incarnationOf = async (hash: string): Promise<number> =>
    Number((await table.get(recordKey(hash), true))?.i ?? 1);
  return {
    incarnationOf,
    /**
     * Counts a block that becomes canonical in this epoch, and gives the count. A block can become so at most once an
     * epoch, since a rollback raises it: a repeat within the epoch counts nothing.
     */
    async count(hash: string, epoch: number, signal: AbortSignal): Promise<number> {
      const changes = { add: { i: 1 }, set: { e: epoch } };
      const record = await table.updateIf(recordKey(hash), changes, [{ e: ABSENT }, { e: below(epoch) }], signal);
      return record ? Number(record.i) : incarnationOf(hash);
    },
  };
}
/** What `openBlockRecords` gives. */
export type BlockRecords = ReturnType<typeof openBlockRecords>;
