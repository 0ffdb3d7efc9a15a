import { msSince } from '../../core/domain/stored-time';
import { after, key, parseKey } from '../../core/table/key';
import { readPages } from '../../core/table/pages';
import { entities, TABLE } from '../../core/table/schema';
import { text } from '../../core/table/stored-item';
import type { Table, TransactedChange } from '../../core/table/table';
import type { StartExport } from '../contract/messages';
import type { OperationRecord } from '../domain/operation';

/** A single partition suffices for the rate at which exports can start. */
const pk = key(entities.StartingOperation.pk, { shard: '0' });
const GRACE_MS = 60_000;
const PAGE = 100;

const startingKey = ({ createdAt: created, operationId }: StartExport) => ({
  pk,
  sk: key(entities.StartingOperation.sk, { created, operationId }),
});

export const starts = (operation: OperationRecord): TransactedChange => ({
  // Expires at the deadline, after which there is nothing to start.
  put: { ...startingKey(operation), o: operation.owner, [TABLE.ttl]: Math.ceil(operation.deadline / 1_000) },
});

/** Operations that may not have been started because the queue's message was lost. */
export const createStartingOperations = (table: Pick<Table, 'query' | 'write'>) => ({
  async *due(now: number): AsyncGenerator<StartExport[]> {
    // Filters after the read: items of a clock that ran ahead are due too, and few others are skipped.
    for await (const items of readPages(table, { pk, low: '0', high: after('9'), limit: PAGE }))
      yield items
        .map(({ sk, o }) => {
          const { created, operationId } = parseKey(entities.StartingOperation.sk, sk);
          return { owner: text(o), operationId, createdAt: created };
        })
        .filter(({ createdAt }) => msSince(createdAt, now) >= GRACE_MS);
  },

  remove: (started: readonly StartExport[]): Promise<void> =>
    table.write(started.map((one) => ({ delete: startingKey(one) }))),
});
export type StartingOperations = ReturnType<typeof createStartingOperations>;
