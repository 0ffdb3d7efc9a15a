import type { Table } from '../../../lambdas/core/table/table';
import type { Deliveries, Delivery } from '../../../lambdas/webhooks/contract/messages';
import type { MatchingKind } from '../../../lambdas/webhooks/kinds/kind';
import { createAnnouncements } from '../../../lambdas/webhooks/matching/announce';
import type { MatcherDeps } from '../../../lambdas/webhooks/matching/deps';
import { createFeedMarks } from '../../../lambdas/webhooks/matching/feed-marks';
import { createAuditedWebhooks } from '../../../lambdas/webhooks/rows/audited-webhooks';
import { createBlockMessages } from '../../../lambdas/webhooks/rows/block-messages';
import { createFeedEntries } from '../../../lambdas/webhooks/rows/feed-entries';
import { createFeedProgress } from '../../../lambdas/webhooks/rows/feed-progress';
import { createHealth } from '../../../lambdas/webhooks/rows/health-item';
import { createOutbox } from '../../../lambdas/webhooks/rows/outbox';
import { createPendingWebhooks } from '../../../lambdas/webhooks/rows/pending-webhooks';
import type { AllDeps } from './deps';

interface Later {
  readonly message: unknown;
  readonly delay: number | undefined;
}

export function matcherDeps(deps: AllDeps, table: Table, kinds: readonly MatchingKind[]) {
  const sent: Delivery[] = [];
  const later: Later[] = [];
  const own: MatcherDeps = {
    kinds,
    messages: { ...deps.Message, ...deps.write.Message },
    blocks: createBlockMessages(table),
    outbox: createOutbox(table),
    health: createHealth(table),
    feed: createFeedEntries(table),
    audited: createAuditedWebhooks(table),
    blockAt: async () => undefined,
    progress: createFeedProgress(table),
    marks: createFeedMarks(createFeedProgress(table), deps.now),
    blockRecord: async () => ({ incarnation: 1, epoch: 0 }),
    announce: async (messages) => {
      const announcements = createAnnouncements({
        pending: createPendingWebhooks(table),
        health: createHealth(table),
        deliveries: {
          send: async (messages) =>
            void sent.push(
              ...(messages as Deliveries[]).flatMap(({ webhooks, owner }) =>
                webhooks.map((webhook) => ({ webhook, owner })),
              ),
            ),
        },
        now: deps.now,
      });
      await announcements.add(messages);
      await announcements.send();
    },
    later: {
      send: async (messages, options) =>
        void later.push(...messages.map((message) => ({ message, delay: options?.delaySeconds }))),
    },
    now: deps.now,
  };
  return { own, sent, later };
}
