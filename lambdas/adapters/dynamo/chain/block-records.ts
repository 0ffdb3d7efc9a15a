import type { ItemKey } from '../../../table/item';
import { key } from '../../../table/key';
import { entities } from '../../../table/schema';
import { conditionFailed, type Table } from '../table';

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
      try {
        const record = await table.update(
          recordKey(hash),
          {
            UpdateExpression: 'SET #i = if_not_exists(#i, :zero) + :one, #e = :e',
            ConditionExpression: 'attribute_not_exists(#e) OR #e < :e',
            ExpressionAttributeNames: { '#i': 'i', '#e': 'e' },
            ExpressionAttributeValues: { ':zero': 0, ':one': 1, ':e': epoch },
            ReturnValues: 'ALL_NEW',
          },
          signal,
        );
        return Number(record?.i);
      } catch (error) {
        if (!conditionFailed(error)) throw error;
        return incarnationOf(hash);
      }
    },
  };
}
/** What `openBlockRecords` gives. */
export type BlockRecords = ReturnType<typeof openBlockRecords>;
