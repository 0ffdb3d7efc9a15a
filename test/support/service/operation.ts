import { type Json, type Service, wait } from './service';

export const EXPORTS = '/v1/operations/transactions:export';

export interface Operation extends Json {
  readonly operationId: string;
  readonly operationStatus: string;
  readonly message: string;
  /** Absent while the operation runs. */
  readonly metadata: Json;
}

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
