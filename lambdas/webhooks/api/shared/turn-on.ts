import type { Caller } from '../../../core/contract/key-text';
import { TableConflict } from '../../../core/table/table-conflict';
import type { UpdateWebhook } from '../../contract/schemas/webhook-requests';
import type { WebhookRecord } from '../../domain/webhook';
import { registrationFor } from '../../kinds/registrations';
import type { Deps } from '../implement';
import { tooManyWebhooks, webhookLimits } from './webhook-limits';

interface TurningOn {
  /** With its new `since`. */
  readonly webhook: WebhookRecord;
  readonly addresses: readonly string[];
  readonly settings?: UpdateWebhook;
}

/**
 * Subscribes before `write` enables the webhook: subscriptions left by an interrupted request match nothing while it is
 * inactive. `write` returns false at the plan's maximum: throws 403 and removes the subscriptions.
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
  // After any other error the webhook may be active: keep the subscriptions.
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
