import { notFound } from '../../../core/contract/errors';
import type { Caller } from '../../../core/contract/key-text';
import type { OperationRecord } from '../../domain/operation';
import type { Deps } from '../implement';

/** Throws 404 if the operation does not exist or belongs to another owner. */
export async function ownOperation(
  { Operation }: Pick<Deps<{ reads: ['Operation'] }>, 'Operation'>,
  { ownerId }: Caller,
  { operationId }: { readonly operationId: string },
): Promise<OperationRecord> {
  const found = await Operation.find({ owner: ownerId, operationId });
  if (!found) throw notFound(`Operation ${operationId}`);
  return found;
}
