import type { APIGatewayProxyEvent } from 'aws-lambda';
import * as z from 'zod';
import { ApiError } from '../contract/errors';
import { listedValues } from '../contract/lists';

export const getLists = (query: z.ZodObject): ReadonlySet<string> =>
  new Set(Object.entries(query.shape).flatMap(([name, schema]) => (isList(schema) ? [name] : [])));

function isList(schema: unknown): boolean {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return isList(schema.unwrap());
  if (schema instanceof z.ZodPipe) return isList(schema.in);
  return schema instanceof z.ZodArray;
}

type WithQuery = Pick<APIGatewayProxyEvent, 'multiValueQueryStringParameters'>;

/** `ignores`: unknown parameters are skipped instead of rejected. */
interface QueryOptions {
  readonly shape: object;
  readonly ignores: boolean;
}
const isIgnored = (name: string, { shape, ignores }: QueryOptions): boolean => ignores && !Object.hasOwn(shape, name);

export const ignoredIn = ({ multiValueQueryStringParameters }: WithQuery, options: QueryOptions): string[] =>
  Object.keys(multiValueQueryStringParameters ?? {}).filter((name) => isIgnored(name, options));

/**
 * A list may be comma-separated, repeated, or both. Repeating any other parameter is a 400, rather than a silent pick.
 * Parameters that clients add on their own, such as cache busters, are dropped where the endpoint ignores them.
 */
export function queryValues(
  request: WithQuery,
  options: QueryOptions & { readonly lists: ReadonlySet<string> },
): Record<string, string | string[]> {
  // No prototype: a parameter named `__proto__` must be rejected as unknown.
  const found: Record<string, string | string[]> = Object.create(null);
  for (const [name, given] of Object.entries(request.multiValueQueryStringParameters ?? {})) {
    if (isIgnored(name, options)) continue;
    const texts = given ?? [];
    if (options.lists.has(name)) {
      const values = listedValues(texts);
      if (values.length > 0) found[name] = values;
      continue;
    }
    if (texts.length > 1) throw new ApiError(400, `${name}: must not be repeated (given ${texts.length} times)`);
    found[name] = texts[0] ?? '';
  }
  return found;
}

/** Page tokens are bound to this: reordering a list's values keeps them valid. */
export const inAnyOrder = (query: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(query).map(([name, value]) => [name, Array.isArray(value) ? value.toSorted() : value]),
  );
