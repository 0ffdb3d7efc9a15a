/** Transactions that name a watched address of an EVM chain. */
export const ADDRESS_ACTIVITY = 'address_activity';

/** Messages between chains that are sent, delivered, executed or acknowledged on a chain. */
export const TELEPORTER_MESSAGE = 'teleporter_message';

/** Transactions that change what watched addresses of a P-chain own. */
export const PRIMARY_NETWORK_ADDRESS_ACTIVITY = 'primary_network_address_activity';

/** What happens to validators of a node or of a subnet, on a P-chain. */
export const VALIDATOR_ACTIVITY = 'validator_activity';

/** The end of an operation: sent to a webhook of any event type that the operation names. */
export const OPERATION_COMPLETED = 'operation_completed';

/** Event types that webhooks of this service can have: each is a kind in `lambdas/webhooks/kinds`. */
export const EVENT_TYPES = [
  ADDRESS_ACTIVITY,
  TELEPORTER_MESSAGE,
  PRIMARY_NETWORK_ADDRESS_ACTIVITY,
  VALIDATOR_ACTIVITY,
] as const;
/** An event type that webhooks of this service can have. */
export type EventType = (typeof EVENT_TYPES)[number];

/**
 * The event type of a message that takes an earlier one back. It is not the type of the earlier one: a receiver that
 * does not handle removals would count the event a second time.
 */
export const removalOf = <T extends string>(eventType: T) => `${eventType}_removed` as const;

/** Whether webhooks of this service can have this event type. */
export const isEventType = (text: string): text is EventType => EVENT_TYPES.some((one) => one === text);
