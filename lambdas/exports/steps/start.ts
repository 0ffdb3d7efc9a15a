import type { StartExport } from '../contract/messages';
import type { StateMachine } from '../files/state-machine';

/**
 * Starts an export. Idempotent, as the execution's name is unique to the operation. The name includes the creation
 * time: an ID derived from an idempotency key may be reused once its operation has expired.
 */
export const startExport = ({ start }: Pick<StateMachine, 'start'>, of: StartExport): Promise<void> =>
  start(`${of.operationId}-${of.createdAt}`, of);
