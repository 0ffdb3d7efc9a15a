import type { Caller } from '../../../core/contract/key-text';
import { TableConflict } from '../../../core/table/table-conflict';
import type { UpdateWebhook } from '../../contract/schemas/webhook-requests';
import type { WebhookRecord } from '../../domain/webhook';
import { registrationFor } from '../../kinds/registrations';
import type { Deps } from '../implement';
import { tooManyWebhooks, webhookLimits } from './webhook-limits';

/** What is turned on, and what changes of it at the same time. */
interface TurningOn {
  /** With its new `since`. */
  readonly webhook: WebhookRecord;
  readonly addresses: readonly string[];
  readonly settings?: UpdateWebhook;
}

/**
 * Lets the matcher find a webhook, then turns it on by `write`, which says whether the plan's maximum allows it. In this
 * order: subscriptions that are left by a request that was cut off match nothing while the webhook is off. Throws 403,
 * and leaves no subscriptions, where the plan does not allow it.
 */
export async function turnOn(
  deps: Deps<{
    reads: ['Subscription'];
    writes: ['Webhook', 'WatchedAddresses', 'Subscription', 'AddressShard', 'ShardVersions'];
  }>,
  caller: Caller,
  { webhook, addresses, settings }: TurningOn,
  write: (max: number) => Promise<boolean>,
): Promise<void> {
  const kind = registrationFor(webhook);
  const { webhooks: max } = webhookLimits(deps, caller);
  await kind.watch(deps, webhook, addresses, webhook.since, settings);
  // Of other errors it is not known whether the webhook is on.
  const refusal = await write(max).then(
    (isOn) => (isOn ? undefined : tooManyWebhooks(deps, caller)),
    (error: unknown) => {
      if (error instanceof TableConflict) return error;
      throw error;
    },
  );
  if (!refusal) return kind.isOn?.(deps, webhook);
  await kind.unwatch(deps, webhook, addresses);
  throw refusal;
}
