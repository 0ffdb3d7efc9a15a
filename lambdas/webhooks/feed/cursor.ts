import * as z from 'zod';
import { badRequest } from '../../core/contract/errors';
import { parseToken, tokenHash, toToken } from '../../core/http/token';
import { MESSAGE_RETENTION_DAYS } from '../contract/delivery';
import type { FeedPosition } from '../domain/feed-position';

const Place = z.tuple([z.int().min(0), z.int().min(0)]);
const Cursor = z.tuple([
  z.literal(1),
  /** Of the webhook. */
  z.string(),
  /** When it was returned, Unix seconds. */
  z.int(),
  Place,
  Place,
  z
    .object({
      end: Place,
      after: z.tuple([z.int().min(0), z.int().min(0), z.int().min(0), z.string().regex(/^[0-9a-f]{32}$/)]),
    })
    .optional(),
]);

const RETENTION_MS = MESSAGE_RETENTION_DAYS * 86_400_000;

/** Clocks differ by much less than the retention. Unix ms. */
export const isExpired = (at: number, now: number): boolean => now - at > RETENTION_MS;

/** Not signed: whatever it contains, it reads only the webhook's feed. `now`: Unix ms. */
export function writeCursor(webhook: string, { start, read, within }: FeedPosition, now: number): string {
  const parts: z.infer<typeof Cursor> = [
    1,
    tokenHash(webhook),
    Math.floor(now / 1_000),
    [start.serial, start.rank],
    [read.serial, read.rank],
  ];
  if (within) {
    const { end, after } = within;
    parts[5] = { end: [end.serial, end.rank], after: [after.serial, after.rank, after.tx, after.digest] };
  }
  return toToken(parts);
}

/** Throws 400 for an invalid cursor or another webhook's. 'expired': messages after it may have been deleted. */
export function readCursor(webhook: string, cursor: string, now: number): FeedPosition | 'expired' {
  const parsed = Cursor.safeParse(parseToken(cursor));
  if (!parsed.success) throw badRequest('cursor', 'must be a cursor of this feed');
  const [, of, at, start, read, within] = parsed.data;
  if (of !== tokenHash(webhook)) throw badRequest('cursor', "is of another webhook's feed");
  if (isExpired(at * 1_000, now)) return 'expired';
  const position = { start: toPlace(start), read: toPlace(read) };
  if (!within) return position;
  const [serial, rank, tx, digest] = within.after;
  return { ...position, within: { end: toPlace(within.end), after: { serial, rank, tx, digest } } };
}

const toPlace = ([serial, rank]: z.infer<typeof Place>) => ({ serial, rank });
