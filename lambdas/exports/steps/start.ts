import type { StartExport } from '../contract/messages';
import type { StateMachine } from '../files/state-machine';

/**
 * Starts an export. Its execution has a name of its own, so that starting it again changes nothing; with the time of
 * creation, as an id that follows from an idempotency key may come again once its operation has expired.
 */
export const startExport = ({ start }: Pick<StateMachine, 'start'>, of: StartExport): Promise<void> =>
  start(`${of.operationId}-${of.createdAt}`, of);
