/** Sent to the webhook that the operation names, whatever that webhook's own event type. */
export const OPERATION_COMPLETED = 'operation_completed';

/** A type of its own, because a receiver that does not handle removals would otherwise count the event twice. */
export const toRemoval = <T extends string>(eventType: T) => `${eventType}_removed` as const;
