/** Before a validator runs out or ends: the most that webhooks can ask for. */
export const MAX_DAYS = 365;
