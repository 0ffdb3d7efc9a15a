import type { Delivery } from '../../contract/messages';
import type { MatcherDeps } from './deps';

/** Entries were added to the outboxes of these messages' webhooks: their senders are told, by way of the queue. */
export async function announce(
  { pending, deliveries, now }: Pick<MatcherDeps, 'pending' | 'deliveries' | 'now'>,
  messages: readonly Delivery[],
): Promise<void> {
  const webhooks = [...new Map(messages.map(({ webhook, owner }) => [webhook, { webhook, owner }])).values()];
  if (webhooks.length === 0) return;
  await pending.mark(webhooks, now());
  const owners = Map.groupBy(webhooks, ({ owner }) => owner);
  await Promise.all([...owners].map(([owner, own]) => deliveries.send(own, { group: owner })));
}
