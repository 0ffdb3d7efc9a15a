import { msSince } from '../../core/domain/stored-time';
import { MESSAGE_RETENTION_DAYS } from '../contract/delivery';
import type { MessageStatus } from '../contract/schemas/webhook-messages';
import type { FeedPlace } from './feed-position';

/** `held`: pending until the webhook's confirmations. `lost`: listed by the matcher, but without a stored message. */
export type MessageState = MessageStatus | 'held' | 'lost';
/** `matched`, the sum of the others, is counted in the feed. */
export const COUNTS = [
  'matched',
  'delivered',
  'pending',
  'held',
  'failed',
  'revoked',
  'lost',
] as const satisfies readonly (MessageState | 'matched')[];
export type MessageCounts = Readonly<Record<MessageState | 'matched', number>>;

export const sum = (all: readonly MessageCounts[]): MessageCounts =>
  Object.fromEntries(
    COUNTS.map((name) => [name, all.reduce((total, counts) => total + counts[name], 0)]),
  ) as MessageCounts;

export const NO_MESSAGES = sum([]);

/** Counts of the feed entries after `from`, up to and including `to`. */
export interface CountedWindow {
  readonly from: FeedPlace;
  readonly to: FeedPlace;
  /** By days since 1970 (UTC) of the match. */
  readonly days: Readonly<Record<number, MessageCounts>>;
  /** Unix ms. */
  readonly countedAt: number;
  /** Of the newest entry, Unix ms. */
  readonly newestAt: number;
}

/** The audit runs hourly, not always exactly. */
const ALMOST_HOUR_MS = 55 * 60_000;
const RETENTION_MS = MESSAGE_RETENTION_DAYS * 86_400_000;

export const countAll = ({ days }: CountedWindow): MessageCounts => sum(Object.values(days));

/** Whether a message in it may change its status. `isPulled`: the webhook has no URL, so pending is final. */
export function isOpen(window: CountedWindow, isPulled: boolean): boolean {
  const { pending, held, failed, lost } = countAll(window);
  return held + failed + lost + (isPulled ? 0 : pending) > 0;
}

/**
 * Whether the audit counts it again: an open window after a quarter of its age, a closed one after half of it, as a
 * stored message may still be lost. About ten counts in the 30 days of a message. `now`: Unix ms.
 */
export function isDue(window: CountedWindow, isPulled: boolean, now: number): boolean {
  const age = now - window.newestAt;
  const since = msSince(window.countedAt, now);
  if (age > RETENTION_MS) return false;
  return since >= Math.max(ALMOST_HOUR_MS, isOpen(window, isPulled) ? age / 4 : age / 2);
}
