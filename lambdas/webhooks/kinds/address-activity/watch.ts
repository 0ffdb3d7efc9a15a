import type { UpdateWebhook } from '../../contract/schemas/webhook-requests';
import type { Since, WebhookRecord } from '../../domain/webhook';
import type { RegistrationDeps } from '../registration';

/** Subscriptions before the address set, so that a matcher that finds an address also finds its subscribers. Idempotent. */
export async function watch(
  { write }: Pick<RegistrationDeps, 'write'>,
  { id, owner, chain, includeInternalTxs }: Pick<WebhookRecord, 'id' | 'owner' | 'chain' | 'includeInternalTxs'>,
  addresses: readonly string[],
  since: Since,
  changes: UpdateWebhook = {},
): Promise<void> {
  await write.Subscription.add(chain, { webhook: id, owner, since }, addresses);
  await write.AddressShard.add(chain, addresses);
  await write.ShardVersions.bump(chain, addresses, includeInternalTxs || changes.includeInternalTxs);
}

/** Other subscribers keep the addresses. Idempotent. */
export async function unwatch(
  { write, Subscription }: Pick<RegistrationDeps, 'write' | 'Subscription'>,
  { id, chain }: WebhookRecord,
  addresses: readonly string[],
): Promise<void> {
  await write.Subscription.remove(chain, id, addresses);
  await write.AddressShard.remove(
    chain,
    addresses,
    async (address) => (await Subscription.of(chain, address, 1)).length > 0,
  );
  await write.ShardVersions.bump(chain, addresses);
}
