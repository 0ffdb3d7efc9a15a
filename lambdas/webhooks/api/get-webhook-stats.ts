import { badRequest } from '../../core/contract/errors';
import { dateOfDay, dayOfDate, toDay } from '../../core/domain/day';
import { countWebhook } from '../audit/count-webhook';
import { MAX_STATS_DAYS } from '../contract/delivery';
import { getWebhookStats } from '../contract/stats-endpoint';
import { type CountedWindow, isOpen, NO_MESSAGES, sum } from '../domain/message-counts';
import { isPulled } from '../domain/webhook';
import { implement } from './shared/implement-stats';
import { ownWebhook } from './shared/own-webhook';

const DEFAULT_DAYS = 7;
/** Counted for the request; the others by the audit. */
const MAX_MESSAGES = 1_000;

export const handler = implement(getWebhookStats, async ({ params, query, caller, deps }) => {
  const now = deps.now();
  const { first, last } = getRange(query, now);
  const webhook = await ownWebhook(deps, caller, params);
  const isUnsettled = (window: CountedWindow) => isOpen(window, isPulled(webhook));
  const { windows, isComplete } = await countWebhook(
    { entries: deps.FeedEntry, messages: deps.Message },
    webhook,
    await deps.FeedProgress.of(webhook.chain),
    await deps.CountedWindow.of(webhook),
    { isDue: isUnsettled, max: MAX_MESSAGES, now },
  );
  const days = Array.from({ length: last - first + 1 }, (_, i) => first + i);
  return {
    days: days.map((day) => ({
      date: dateOfDay(day),
      ...sum(windows.map((window) => window.days[day] ?? NO_MESSAGES)),
    })),
    countedUntil: isComplete ? now : (windows.at(-1)?.newestAt ?? 0),
    statusAt: Math.min(now, ...windows.filter(isUnsettled).map(({ countedAt }) => countedAt)),
  };
});

function getRange({ from, to }: { readonly from?: string | undefined; readonly to?: string | undefined }, now: number) {
  const last = to === undefined ? toDay(now) : readDay('to', to);
  const first = from === undefined ? last - DEFAULT_DAYS + 1 : readDay('from', from);
  if (first > last) throw badRequest('from', 'must not be after to');
  if (last - first >= MAX_STATS_DAYS)
    throw badRequest('from', `must be at most ${MAX_STATS_DAYS} days before the last day`);
  return { first, last };
}

function readDay(name: 'from' | 'to', date: string): number {
  const day = dayOfDate(date);
  if (day === undefined) throw badRequest(name, 'must be a date: YYYY-MM-DD');
  return day;
}
