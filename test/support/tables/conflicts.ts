import { type Gate, serviceError } from './memory';

const SINGLE = new Set(['UpdateItem', 'PutItem', 'DeleteItem']);

export function conflictWith(count: number): Gate {
  let left = count;
  return (call, when) => {
    const isSingle = SINGLE.has(call);
    if (when === 'after' || !(isSingle || call === 'TransactWriteItems') || left-- <= 0) return;
    const reasons = { CancellationReasons: [{ Code: 'None' }, { Code: 'TransactionConflict' }] };
    const [name, more] = isSingle ? ['TransactionConflictException', {}] : ['TransactionCanceledException', reasons];
    throw serviceError(name, 'another transaction is in progress', more);
  };
}
