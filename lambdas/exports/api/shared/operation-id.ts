import { v5, v7 } from 'uuid';

const NAMESPACE = '6f2b1d7c-0a54-4e43-9d0b-3c1f5e7a8b92';

/** With an idempotency key, the ID is derived from owner and key. `now`: Unix ms. */
export const toOperationId = (owner: string, idempotencyKey: string | undefined, now: number): string =>
  idempotencyKey === undefined ? v7({ msecs: now }) : v5(`${owner} ${idempotencyKey}`, NAMESPACE);
