import { type Gate, serviceError } from './memory';

/** The first `count` transactions and updates are refused, as DynamoDB refuses what meets another transaction. */
export function conflictWith(count: number): Gate {
  let left = count;
  return (call, when) => {
    const isUpdate = call === 'UpdateItem';
    if (when === 'after' || !(isUpdate || call === 'TransactWriteItems') || left-- <= 0) return;
    const reasons = { CancellationReasons: [{ Code: 'None' }, { Code: 'TransactionConflict' }] };
    const [name, more] = isUpdate ? ['TransactionConflictException', {}] : ['TransactionCanceledException', reasons];
    throw serviceError(name, 'another transaction is in progress', more);
  };
}
