import { key } from '../../core/table/key';
import { entities } from '../../core/table/schema';
import type { Table, TransactedChange } from '../../core/table/table';
import { ABSENT, sizeBelow } from '../../core/table/update';
import { isOver, type OperationRecord } from '../domain/operation';

/** The set of an owner's operations that run. */
const OPERATIONS = 'r';

const runningKey = (owner: string) => ({
  pk: key(entities.RunningOperations.pk, { owner }),
  sk: entities.RunningOperations.sk,
});

/** An operation in the set, with the deadline at which it runs no more: the same however often it is written. */
const getEntry = ({ deadline, operationId }: OperationRecord): ReadonlySet<string> =>
  new Set([`${String(deadline).padStart(13, '0')}#${operationId}`]);

/** One more runs, if `max` do not already: part of a transaction with the operation. */
export const enters = (operation: OperationRecord, max: number): TransactedChange => ({
  update: runningKey(operation.owner),
  add: { [OPERATIONS]: getEntry(operation) },
  when: [{ [OPERATIONS]: ABSENT }, { [OPERATIONS]: sizeBelow(max) }],
});

/** It runs no more. */
export const leaves = (operation: OperationRecord): TransactedChange => ({
  update: runningKey(operation.owner),
  takeOut: { [OPERATIONS]: getEntry(operation) },
});

/** The operations of owners that run. */
export const createRunning = (table: Pick<Table, 'get' | 'updateIf'>) => ({
  /** Takes out those whose deadlines have passed: whether there were any. `now`: Unix ms. */
  async clear(owner: string, now: number): Promise<boolean> {
    const { [OPERATIONS]: running } = (await table.get(runningKey(owner), true)) ?? {};
    const entries = [...((running as ReadonlySet<string> | undefined) ?? [])];
    const over = entries.filter((entry) => isOver(Number(entry.slice(0, 13)), now));
    if (over.length === 0) return false;
    await table.updateIf(runningKey(owner), { takeOut: { [OPERATIONS]: new Set(over) } }, undefined);
    return true;
  },
});
