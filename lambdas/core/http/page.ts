import { createHash } from 'node:crypto';
import * as z from 'zod';
import { badRequest } from '../contract/errors';
import type { Position } from '../table/list';

/**
 * The position of a list after a page. `cut` is the position of the chain at the first page (a block number, or a row's
 * key over several chains): later pages end there, however much the chain has grown.
 */
export interface Page {
  readonly size: number;
  readonly cut?: number | string;
  readonly from?: Position;
  /** `{ nextPageToken }`, or nothing on the last page. */
  token(next: Position | undefined, cut: number | string): { nextPageToken?: string };
}

/**
 * A key's characters, in which text compares here as it does in the table. Tokens are not signed: a position may be any
 * of such keys, and a list keeps to its own rows wherever it is.
 */
const Key = z.string().regex(/^[!-~]+$/);

const Token = z.tuple([
  z.literal(1),
  z.string(),
  z.union([z.int(), Key]),
  Key,
  z.number().positive().max(100),
  z.array(Key.nullable()).max(5),
]);

/** What clients send that have no token: nothing, or what JavaScript makes of it. */
const NO_TOKEN: ReadonlySet<string> = new Set(['', 'undefined', 'null']);

/** `query`: the endpoint and all of its parameters except for the page. A token of another query is rejected. */
export function getPage(query: readonly unknown[], size: number, pageToken: string | undefined): Page {
  // Most requests neither bring a token nor get one.
  let known: string | undefined;
  const queryHash = (): string => {
    known ??= createHash('sha256').update(JSON.stringify(query)).digest('base64url').slice(0, 11);
    return known;
  };
  const page = {
    size,
    token: (next: Position | undefined, cut: number | string) => {
      if (!next) return {};
      const density = Math.min(100, Math.max(0.01, Math.round(next.density * 100) / 100));
      const parts: z.infer<typeof Token> = [1, queryHash(), cut, next.after, density, [...next.items]];
      return { nextPageToken: Buffer.from(JSON.stringify(parts)).toString('base64url') };
    },
  };
  if (pageToken === undefined || NO_TOKEN.has(pageToken)) return page;
  const read = Token.safeParse(parse(pageToken));
  if (!read.success) throw badRequest('pageToken', 'must be a nextPageToken of this endpoint');
  const [, of, cut, after, density, items] = read.data;
  if (of !== queryHash())
    throw badRequest('pageToken', 'belongs to another query; repeat its parameters, or begin without it');
  return { ...page, cut, from: { after, density, items } };
}

function parse(token: string): unknown {
  try {
    return JSON.parse(Buffer.from(token, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
}
