import { toDay } from '../../core/domain/day';
import { BEFORE_ALL, isAfter } from '../domain/feed-position';
import type { MessageRef } from '../domain/message';
import { type CountedWindow, countAll } from '../domain/message-counts';
import type { WebhookRecord } from '../domain/webhook';
import type { ChainProgress } from '../rows/feed-progress';
import { type CountDeps, countWindow, endOfAudit } from './count-window';

/** A window grows until it has this many messages, or until the next day (UTC). */
const MESSAGES_PER_WINDOW = 1_000;

export interface CountOptions {
  /** Counted again, beside the last window, which grows. */
  readonly isDue: (window: CountedWindow) => boolean;
  /** Of messages to look for. Without it, all are counted. */
  readonly max?: number;
  /** Unix ms. */
  readonly now: number;
}

interface WebhookCount {
  /** Ascending, without gaps. */
  readonly windows: readonly CountedWindow[];
  /** Of these, the ones to store. */
  readonly counted: readonly CountedWindow[];
  /** In these. */
  readonly lost: readonly MessageRef[];
  /** The last window ends where the feed does. */
  readonly isComplete: boolean;
}

/** Continues the stored windows to the end of the feed. */
export async function countWebhook(
  deps: CountDeps,
  webhook: WebhookRecord,
  progress: ChainProgress,
  stored: readonly CountedWindow[],
  { isDue, max = Number.POSITIVE_INFINITY, now }: CountOptions,
): Promise<WebhookCount> {
  const end = endOfAudit(progress);
  const last = stored.at(-1);
  const grows =
    last !== undefined && countAll(last).matched < MESSAGES_PER_WINDOW && toDay(last.newestAt) === toDay(now);
  const kept = grows ? stored.slice(0, -1) : stored;
  let left = max;
  const counted: CountedWindow[] = [];
  const lost: MessageRef[] = [];
  const count = async (from: CountedWindow['from'], to: CountedWindow['to'], atMost: number) => {
    const result = await countWindow(deps, webhook, progress, { from, to, max: atMost }, now);
    left -= countAll(result.window).matched;
    // Not stored without messages: a quiet webhook costs no write.
    if (countAll(result.window).matched > 0) counted.push(result.window);
    lost.push(...result.lost);
    return result.window;
  };
  const windows: CountedWindow[] = [];
  let from = (grows ? last.from : last?.to) ?? BEFORE_ALL;
  const added: CountedWindow[] = [];
  while (isAfter(end, from) && left > 0) {
    const window = await count(from, end, Math.min(left, MESSAGES_PER_WINDOW));
    added.push(window);
    from = window.to;
  }
  // The newest first: these may have changed most.
  for (const window of kept.toReversed()) {
    const isAgain = isDue(window) && countAll(window).matched <= left;
    windows.unshift(isAgain ? await count(window.from, window.to, Number.POSITIVE_INFINITY) : window);
  }
  // Without an allowance for its messages, the last window stays as it was.
  const rest = grows && added.length === 0 ? [last] : added;
  return { windows: [...windows, ...rest], counted, lost, isComplete: !isAfter(end, rest.at(-1)?.to ?? from) };
}
