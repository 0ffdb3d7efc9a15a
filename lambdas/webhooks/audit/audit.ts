import { log } from '../../core/runtime/log';
import type { Delivery } from '../contract/messages';
import { messageId } from '../domain/message';
import { type CountedWindow, countAll, isDue, sum } from '../domain/message-counts';
import { isPulled, type WebhookRecord } from '../domain/webhook';
import type { countedWindowReader, countedWindowWriter } from '../rows/counted-windows';
import type { ChainProgress, FeedProgressStore } from '../rows/feed-progress';
import type { webhookReader } from '../rows/webhook-item';
import { countWebhook } from './count-webhook';
import type { CountDeps } from './count-window';
import { reportLosses, reportSkipped } from './losses';

export interface AuditDeps extends CountDeps {
  readonly webhooks: Pick<ReturnType<typeof webhookReader>, 'find'>;
  readonly windows: ReturnType<typeof countedWindowReader> & ReturnType<typeof countedWindowWriter>;
  readonly progress: Pick<FeedProgressStore, 'of' | 'done'>;
  readonly now: () => number;
}

/** Of one run. */
interface Audited {
  readonly webhooks: number;
  /** Counted now. */
  readonly messages: number;
  /** Not known before. */
  readonly lost: number;
}

/** Counts the messages of webhooks and stores the counts, until `isOver`. Losses are reported once. */
export async function audit(deps: AuditDeps, all: readonly Delivery[], isOver: () => boolean): Promise<Audited> {
  const chains = new Map<string, ChainProgress>();
  let [webhooks, messages, lost] = [0, 0, 0];
  for (const { owner, webhook: id } of all) {
    if (isOver()) break;
    webhooks += 1;
    try {
      const webhook = await deps.webhooks.find(owner, id);
      if (!webhook) continue;
      const progress = chains.get(webhook.chain) ?? (await latestProgress(deps, webhook.chain));
      chains.set(webhook.chain, progress);
      const found = await auditWebhook(deps, webhook, progress);
      messages += found.messages;
      lost += found.lost;
    } catch (error) {
      log.error('counting the messages of a webhook failed', { owner, webhook: id, error });
      reportLosses(1);
    }
  }
  return { webhooks, messages, lost };
}

async function auditWebhook(deps: AuditDeps, webhook: WebhookRecord, progress: ChainProgress) {
  const now = deps.now();
  const stored = await deps.windows.of(webhook);
  const isAgain = (window: CountedWindow) => isDue(window, isPulled(webhook), now);
  const { counted, lost } = await countWebhook(deps, webhook, progress, stored, { isDue: isAgain, now });
  const beginnings = new Set(counted.map(({ from }) => `${from.serial} ${from.rank}`));
  const before = stored.filter(({ from }) => beginnings.has(`${from.serial} ${from.rank}`));
  const isNew = lost.length > sum(before.map(countAll)).lost;
  const { id, owner, chain } = webhook;
  if (isNew)
    for (const message of lost)
      log.error('webhook message lost', {
        ...{ owner, webhook: id, chainId: chain, block: message.block },
        messageId: messageId(message),
      });
  // Before the counts, so that a crash in between repeats the report.
  if (isNew) reportLosses(lost.length);
  await deps.windows.put(webhook, counted);
  return { messages: sum(counted.map(countAll)).matched, lost: isNew ? lost.length : 0 };
}

/** Also skips overdue block events of a chain that has had no other since. */
async function latestProgress({ progress, now }: AuditDeps, chain: string): Promise<ChainProgress> {
  const { skipped } = await progress.done(chain, { matched: [], settled: [] }, now());
  if (skipped > 0) reportSkipped(chain, skipped);
  return progress.of(chain, true);
}
