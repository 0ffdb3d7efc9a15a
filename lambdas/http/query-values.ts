import type { APIGatewayProxyEvent } from 'aws-lambda';
import * as z from 'zod';
import { ApiError } from '../contract/errors';
import { listedValues } from '../contract/lists';

/** The names of parameters that are lists: an array before it is parsed. */
export const listsOf = (query: z.ZodObject): ReadonlySet<string> =>
  new Set(Object.entries(query.shape).flatMap(([name, schema]) => (isList(schema) ? [name] : [])));

function isList(schema: unknown): boolean {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return isList(schema.unwrap());
  if (schema instanceof z.ZodPipe) return isList(schema.in);
  return schema instanceof z.ZodArray;
}

type WithQuery = Pick<APIGatewayProxyEvent, 'multiValueQueryStringParameters'>;

/** The names of parameters that an endpoint with these does not take. */
export const unknownIn = ({ multiValueQueryStringParameters }: WithQuery, shape: object): string[] =>
  Object.keys(multiValueQueryStringParameters ?? {}).filter((name) => !Object.hasOwn(shape, name));

/**
 * The values of a request's query. A list has its values in either written form; every other parameter is given once: a
 * repeated one is an error, rather than one of its values being picked silently. `ignores`: parameters that are not in
 * `shape` are left out, as clients add their own (against caches, for instance) and could not be served at all otherwise.
 */
export function queryValues(
  request: WithQuery,
  { shape, lists, ignores }: { readonly shape: object; readonly lists: ReadonlySet<string>; readonly ignores: boolean },
): Record<string, string | string[]> {
  const ignored = new Set(ignores ? unknownIn(request, shape) : []);
  // Without a prototype, as a parameter named `__proto__` would set it instead of being unknown.
  const found: Record<string, string | string[]> = Object.create(null);
  for (const [name, given] of Object.entries(request.multiValueQueryStringParameters ?? {})) {
    const texts = given ?? [];
    if (ignored.has(name)) continue;
    if (lists.has(name)) {
      const values = listedValues(texts);
      if (values.length > 0) found[name] = values;
      continue;
    }
    if (texts.length > 1) throw new ApiError(400, `${name}: given ${texts.length} times; give it once`);
    found[name] = texts[0] ?? '';
  }
  return found;
}

/** A query as page tokens are bound to it: the values of its lists in any order are the same query. */
export const inAnyOrder = (query: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(query).map(([name, value]) => [name, Array.isArray(value) ? value.toSorted() : value]),
  );
