import { type Clock, systemClock } from '../../core/runtime/clock';
import { after, key } from '../../core/table/key';
import type { List } from '../../core/table/list';
import { entities } from '../../core/table/schema';
import { text } from '../../core/table/stored-item';
import type { Table, TransactedChange } from '../../core/table/table';
import { ABSENT, above, oneOf } from '../../core/table/update';
import type { OperationStatus } from '../contract/schemas';
import { type ExportFile, type OperationRecord, PRIOR_STATUSES, type Progress } from '../domain/operation';
import { OPERATION, type OperationRef, operationItem, operationKey, PARTS, readOperation } from './operation-item';
import { createRunning, enters, leaves } from './running-operations';
import { starts } from './starting-operations';

export const operationReader = (table: Pick<Table, 'get'>) => ({
  async find(of: OperationRef): Promise<OperationRecord | undefined> {
    const item = await table.get(operationKey(of), true);
    return item && readOperation(item);
  },
  ofOwner: (owner: string): List<OperationRecord> => ({
    index: 'gsi1',
    pk: key(entities.Operation.gsi1[0], { owner }),
    low: '0',
    high: after('9'),
    rows: (item) => [{ key: text(item.g1s), value: readOperation(item) }],
  }),
});

export type Ending =
  | { readonly status: 'COMPLETED' | 'COMPLETED_WITH_WARNING'; readonly file: ExportFile }
  | { readonly status: 'FAILED'; readonly failure: NonNullable<OperationRecord['failure']> };

/** Every write is conditional, so all methods are idempotent. */
export const operationWriter = (
  table: Pick<Table, 'get' | 'transact' | 'changeIf' | 'updateIf'>,
  now: Clock = systemClock,
) => ({
  /** 'full': `max` of the owner's operations are already running. */
  async create(operation: OperationRecord, max: number): Promise<'created' | 'exists' | 'full'> {
    const put = { put: operationItem(operation), when: { pk: ABSENT } };
    for (;;) {
      const failed = await table.transact([put, enters(operation, max), starts(operation)]);
      if (failed.length === 0) return 'created';
      if (failed.includes(0)) return 'exists';
      // Remove operations that never ended, because their functions died, once past their deadline.
      if (!(await createRunning(table).clear(operation.owner, now()))) return 'full';
    }
  },

  /** Returns false if the operation is not running, or another run stored the same part first. */
  advance: (of: OperationRecord, progress: Progress): Promise<boolean> =>
    table.changeIf(
      operationKey(of),
      { set: { [OPERATION.progress]: progress, [PARTS]: progress.parts.length, [OPERATION.updatedAt]: now() } },
      { [OPERATION.status]: RUNNING, [PARTS]: of.progress.parts.length },
    ),

  /** Returns false if the operation has ended, or to complete it after its deadline. */
  async end(of: OperationRecord, { status, ...outcome }: Ending): Promise<boolean> {
    const inTime = status === 'FAILED' ? {} : { [OPERATION.deadline]: above(now()) };
    const ended: TransactedChange = {
      update: operationKey(of),
      set: {
        [OPERATION.status]: status,
        [OPERATION.updatedAt]: now(),
        ...('file' in outcome ? { [OPERATION.file]: outcome.file } : { [OPERATION.failure]: outcome.failure }),
      },
      when: { [OPERATION.status]: oneOf(...PRIOR_STATUSES[status]), ...inTime },
    };
    return (await table.transact([ended, leaves(of)])).length === 0;
  },
});

const RUNNING: OperationStatus = 'RUNNING';
