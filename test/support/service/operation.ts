import { type Json, type Service, wait } from './service';

/** The path that starts exports. */
export const EXPORTS = '/v1/operations/transactions:export';

/** An operation as the API shows it. */
export interface Operation extends Json {
  readonly operationId: string;
  readonly operationStatus: string;
  readonly message: string;
  /** Absent while the operation runs. */
  readonly metadata: Json;
}

/** Waits until an operation has ended, and passes each answer before that to `onRunning`. */
export async function endedOperation(
  service: Service,
  operationId: string,
  headers?: Record<string, string>,
  onRunning: (operation: Operation) => void = () => undefined,
): Promise<Operation> {
  for (;;) {
    const { body: operation } = await service.get<Operation>(`/v1/operations/${operationId}`, headers);
    if (operation.operationStatus !== 'RUNNING') return operation;
    onRunning(operation);
    await wait(50);
  }
}
