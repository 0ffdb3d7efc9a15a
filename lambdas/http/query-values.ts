import type { APIGatewayProxyEvent } from 'aws-lambda';
import * as z from 'zod';
import { ApiError } from '../contract/errors';

/** The names of parameters that are lists: a plain `z.array`, optional or with a default. */
export const listsOf = (query: z.ZodObject): ReadonlySet<string> =>
  new Set(Object.entries(query.shape).flatMap(([name, schema]) => (isList(schema) ? [name] : [])));

function isList(schema: unknown): boolean {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return isList(schema.unwrap());
  return schema instanceof z.ZodArray;
}

/**
 * The values of a request's query. A list has one for each time that it is given; every other parameter is given once: a
 * repeated one is an error, rather than one of its values being picked silently.
 */
export function queryValues(
  { multiValueQueryStringParameters }: APIGatewayProxyEvent,
  lists: ReadonlySet<string>,
): Record<string, string | string[]> {
  // Without a prototype, as a parameter named `__proto__` would set it instead of being rejected as unknown.
  const found: Record<string, string | string[]> = Object.create(null);
  for (const [name, values = []] of Object.entries(multiValueQueryStringParameters ?? {})) {
    if (values.length > 1 && !lists.has(name))
      throw new ApiError(400, `${name}: given ${values.length} times; give it once`);
    found[name] = lists.has(name) ? values : (values[0] ?? '');
  }
  return found;
}

/** A query as page tokens are bound to it: the values of its lists in any order are the same query. */
export const inAnyOrder = (query: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(query).map(([name, value]) => [name, Array.isArray(value) ? value.toSorted() : value]),
  );
