/** Sent when an operation ends, to the webhook it names, whatever that webhook's own event type. */
export const OPERATION_COMPLETED = 'operation_completed';

/**
 * The event type of a message that reverts an earlier one. Distinct from the earlier type, because a receiver that does
 * not handle removals would otherwise count the event twice.
 */
export const toRemoval = <T extends string>(eventType: T) => `${eventType}_removed` as const;
