import type { ItemKey } from '../../core/table/item';
import { key } from '../../core/table/key';
import { entities } from '../../core/table/schema';
import type { Table } from '../../core/table/table';
import { ABSENT, below } from '../../core/table/update';

export const recordKey = (chain: string, hash: string): ItemKey => ({
  pk: key(entities.BlockRecord.pk, { chain, hash }),
  sk: entities.BlockRecord.sk,
});

/** How often blocks became canonical. Rollbacks keep the counts. */
export function createBlockRecords(table: Table, chain: string) {
  const getIncarnation = async (hash: string): Promise<number> =>
    Number((await table.get(recordKey(chain, hash), true))?.i ?? 1);
  return {
    getIncarnation,
    /** Idempotent: a rollback raises the epoch, so a block becomes canonical once in each. `serial`: of its event. */
    async count(
      hash: string,
      { epoch, serial }: { readonly epoch: number; readonly serial: number },
      signal: AbortSignal,
    ): Promise<number> {
      const changes = { add: { i: 1 }, set: { e: epoch, q: serial } };
      const record = await table.updateIf(
        recordKey(chain, hash),
        changes,
        [{ e: ABSENT }, { e: below(epoch) }],
        signal,
      );
      return record ? Number(record.i) : getIncarnation(hash);
    },
  };
}
export type BlockRecords = ReturnType<typeof createBlockRecords>;
