import type * as z from 'zod';
import { NodeDown } from '../../core/node/errors';

/** What the node says, if it has the form that it must have. `what` completes "the node gives no". Throws NodeDown. */
export function checked<T>(schema: z.ZodType<T>, what: string, answer: unknown): T {
  const read = schema.safeParse(answer);
  if (read.success) return read.data;
  throw new NodeDown(`the node gives no ${what}: ${read.error.issues[0]?.path.join('.')} is not what it must be`);
}
