import type { APIGatewayProxyEvent } from 'aws-lambda';
import * as z from 'zod';
import { ApiError } from '../contract/errors';
import { listedValues } from '../contract/lists';

/** The names of parameters that are lists: an array before it is parsed. */
export const getLists = (query: z.ZodObject): ReadonlySet<string> =>
  new Set(Object.entries(query.shape).flatMap(([name, schema]) => (isList(schema) ? [name] : [])));

function isList(schema: unknown): boolean {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return isList(schema.unwrap());
  if (schema instanceof z.ZodPipe) return isList(schema.in);
  return schema instanceof z.ZodArray;
}

type WithQuery = Pick<APIGatewayProxyEvent, 'multiValueQueryStringParameters'>;

/** Query parameters of an endpoint. `ignores`: unknown parameters are skipped instead of rejected. */
interface QueryOptions {
  readonly shape: object;
  readonly ignores: boolean;
}
const isIgnored = (name: string, { shape, ignores }: QueryOptions): boolean => ignores && !Object.hasOwn(shape, name);

/** The names of a request's parameters that its endpoint ignores. */
export const ignoredIn = ({ multiValueQueryStringParameters }: WithQuery, options: QueryOptions): string[] =>
  Object.keys(multiValueQueryStringParameters ?? {}).filter((name) => isIgnored(name, options));

/**
 * The values of a request's query. A list has its values in either written form; every other parameter is given once: a
 * repeated one is an error, rather than one of its values being picked silently. Parameters that clients add on their own,
 * against caches for instance, are left out where the endpoint ignores them.
 */
export function queryValues(
  request: WithQuery,
  options: QueryOptions & { readonly lists: ReadonlySet<string> },
): Record<string, string | string[]> {
  // Without a prototype, as a parameter named `__proto__` would set it instead of being unknown.
  const found: Record<string, string | string[]> = Object.create(null);
  for (const [name, given] of Object.entries(request.multiValueQueryStringParameters ?? {})) {
    if (isIgnored(name, options)) continue;
    const texts = given ?? [];
    if (options.lists.has(name)) {
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
