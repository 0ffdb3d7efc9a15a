/** The end of an operation: sent to a webhook of any event type that the operation names. */
export const OPERATION_COMPLETED = 'operation_completed';

/**
 * The event type of a message that takes an earlier one back. It is not the type of the earlier one: a receiver that
 * does not handle removals would count the event a second time.
 */
export const toRemoval = <T extends string>(eventType: T) => `${eventType}_removed` as const;
