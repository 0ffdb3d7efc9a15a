import { msSince } from '../../core/domain/stored-time';
import { after, key, parseKey } from '../../core/table/key';
import { readPages } from '../../core/table/pages';
import { entities, TABLE } from '../../core/table/schema';
import { text } from '../../core/table/stored-item';
import type { Table, TransactedChange } from '../../core/table/table';
import type { StartExport } from '../contract/messages';
import type { OperationRecord } from '../domain/operation';

/** One partition takes far more than the exports that owners may start. */
const pk = key(entities.StartingOperation.pk, { shard: '0' });
/** How long the queue has to start an operation, ms. */
const GRACE_MS = 60_000;
/** Items that a page of the list reads. */
const PAGE = 100;

const startingKey = ({ createdAt: created, operationId }: StartExport) => ({
  pk,
  sk: key(entities.StartingOperation.sk, { created, operationId }),
});

/** An operation is to be started: part of the transaction that creates it. */
export const starts = (operation: OperationRecord): TransactedChange => ({
  // Past its deadline there is nothing to start.
  put: { ...startingKey(operation), o: operation.owner, [TABLE.ttl]: Math.ceil(operation.deadline / 1_000) },
});

/** The operations that may not have been started, because the queue's message was lost. */
export const createStartingOperations = (table: Pick<Table, 'query' | 'write'>) => ({
  /** Those that the queue has had a minute for, a page at a time. `now`: Unix ms. */
  async *due(now: number): AsyncGenerator<StartExport[]> {
    // Also those of a clock that ran ahead: the others are of the last minute, and few.
    for await (const items of readPages(table, { pk, low: '0', high: after('9'), limit: PAGE }))
      yield items
        .map(({ sk, o }) => {
          const { created, operationId } = parseKey(entities.StartingOperation.sk, sk);
          return { owner: text(o), operationId, createdAt: created };
        })
        .filter(({ createdAt }) => msSince(createdAt, now) >= GRACE_MS);
  },

  /** These were started. */
  remove: (started: readonly StartExport[]): Promise<void> =>
    table.write(started.map((one) => ({ delete: startingKey(one) }))),
});
/** The result of `createStartingOperations`. */
export type StartingOperations = ReturnType<typeof createStartingOperations>;
