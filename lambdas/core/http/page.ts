import * as z from 'zod';
import { badRequest } from '../contract/errors';
import type { Position } from '../table/list';
import { parseToken, tokenHash, toToken } from './token';

/**
 * `cut`: the chain's position at the first page (a block, or a row's key for lists over several chains). Later pages
 * end there, so that a growing chain does not shift them.
 */
export interface Page {
  readonly size: number;
  readonly cut?: number | string;
  readonly from?: Position;
  token(next: Position | undefined, cut: number | string): { nextPageToken?: string };
}

// Characters that sort here as in the table. Tokens are not signed: a list returns only rows in its own range.
const Key = z.string().regex(/^[!-~]+$/);

const Token = z.tuple([
  z.literal(1),
  z.string(),
  z.union([z.int(), Key]),
  Key,
  z.number().positive().max(100),
  z.array(Key.nullable()).max(5),
]);

/** Clients without a token send these. */
const NO_TOKEN: ReadonlySet<string> = new Set(['', 'undefined', 'null']);

/** `query`: the endpoint and all parameters except paging. Throws 400 for an invalid token or another query's. */
export function getPage(query: readonly unknown[], size: number, pageToken: string | undefined): Page {
  // Lazy: most requests neither send a token nor get one.
  let hash: string | undefined;
  const queryHash = (): string => {
    hash ??= tokenHash(JSON.stringify(query));
    return hash;
  };
  const page = {
    size,
    token: (next: Position | undefined, cut: number | string) => {
      if (!next) return {};
      const density = Math.min(100, Math.max(0.01, Math.round(next.density * 100) / 100));
      const parts: z.infer<typeof Token> = [1, queryHash(), cut, next.after, density, [...next.items]];
      return { nextPageToken: toToken(parts) };
    },
  };
  if (pageToken === undefined || NO_TOKEN.has(pageToken)) return page;
  const read = Token.safeParse(parseToken(pageToken));
  if (!read.success) throw badRequest('pageToken', 'must be a nextPageToken of this endpoint');
  const [, ofQuery, cut, after, density, items] = read.data;
  if (ofQuery !== queryHash())
    throw badRequest('pageToken', 'does not match this query; resend the original parameters or omit it');
  return { ...page, cut, from: { after, density, items } };
}
