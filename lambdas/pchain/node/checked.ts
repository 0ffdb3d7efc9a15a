import type * as z from 'zod';
import { NodeDown } from '../../core/node/errors';

/** `subject` names the answer in the error. Throws NodeDown. */
export function checked<T>(schema: z.ZodType<T>, subject: string, answer: unknown): T {
  const read = schema.safeParse(answer);
  if (read.success) return read.data;
  throw new NodeDown(`invalid node response for ${subject}: ${read.error.issues[0]?.path.join('.')} is malformed`);
}
