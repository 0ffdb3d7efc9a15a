import { key } from '../../core/table/key';
import { entities } from '../../core/table/schema';
import type { Table, TransactedChange } from '../../core/table/table';
import { ABSENT, sizeBelow } from '../../core/table/update';
import { isOver, type OperationRecord } from '../domain/operation';

const OPERATIONS = 'r';

const runningKey = (owner: string) => ({
  pk: key(entities.RunningOperations.pk, { owner }),
  sk: entities.RunningOperations.sk,
});

/** `{deadline:13}#{operationId}`. Deterministic, so that adding it is idempotent. */
const getEntry = ({ deadline, operationId }: OperationRecord): ReadonlySet<string> =>
  new Set([`${String(deadline).padStart(13, '0')}#${operationId}`]);

export const enters = (operation: OperationRecord, max: number): TransactedChange => ({
  update: runningKey(operation.owner),
  add: { [OPERATIONS]: getEntry(operation) },
  when: [{ [OPERATIONS]: ABSENT }, { [OPERATIONS]: sizeBelow(max) }],
});

export const leaves = (operation: OperationRecord): TransactedChange => ({
  update: runningKey(operation.owner),
  takeOut: { [OPERATIONS]: getEntry(operation) },
});

export const createRunning = (table: Pick<Table, 'get' | 'updateIf'>) => ({
  /** Removes entries past their deadline; returns whether there were any. `now`: Unix ms. */
  async clear(owner: string, now: number): Promise<boolean> {
    const { [OPERATIONS]: running } = (await table.get(runningKey(owner), true)) ?? {};
    const entries = [...((running as ReadonlySet<string> | undefined) ?? [])];
    const over = entries.filter((entry) => isOver(Number(entry.slice(0, 13)), now));
    if (over.length === 0) return false;
    await table.updateIf(runningKey(owner), { takeOut: { [OPERATIONS]: new Set(over) } }, undefined);
    return true;
  },
});
