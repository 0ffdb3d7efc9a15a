import type { StartExport } from '../contract/messages';
import type { StateMachine } from '../files/state-machine';

/** Idempotent by the execution's name. An expired operation's ID may be reused, so the name has the creation time. */
export const startExport = ({ start }: Pick<StateMachine, 'start'>, of: StartExport): Promise<void> =>
  start(`${of.operationId}-${of.createdAt}`, of);
