import type { StateMachine } from '../adapters/aws/state-machine';
import type { StartExport } from '../contract/export-messages';

/**
 * Starts an export. Its execution has a name of its own, so that starting it again changes nothing; with the time of
 * creation, as an id that follows from an idempotency key may come again once its operation has expired.
 */
export const startExport = ({ start }: Pick<StateMachine, 'start'>, of: StartExport): Promise<void> =>
  start(`${of.operationId}-${of.createdAt}`, of);
