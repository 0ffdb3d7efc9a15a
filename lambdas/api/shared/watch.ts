import type { Deps } from '../../adapters/deps';
import { ApiError, notFound } from '../../contract/errors';
import { visibleBlock } from '../../domain/chain/cursor';
import type { Since, WebhookRecord } from '../../domain/webhooks/webhook';

type Watching = Deps<{ reads: ['Cursor', 'Subscription']; writes: ['Subscription', 'AddressShard', 'ShardVersions'] }>;

/** Where a chain stands now: a webhook tells of what comes after. 503 while nothing of it is indexed yet. */
export async function standsAt({ Cursor }: Pick<Watching, 'Cursor'>, chain: string): Promise<Since> {
  const cursor = await Cursor.find(chain, true);
  if (!cursor) throw new ApiError(503, `nothing of chain ${chain} is indexed yet: try again in a minute`);
  return { number: visibleBlock(cursor), epoch: cursor.epoch };
}

/**
 * From here on the matcher sees these addresses. In this order: a matcher that finds an address in the set finds who
 * watches it. May be repeated.
 */
export async function watch(
  { write }: Pick<Watching, 'write'>,
  { id, owner, chain, includeInternalTxs }: WebhookRecord,
  addresses: readonly string[],
  since: Since,
): Promise<void> {
  await write.Subscription.add(chain, { webhook: id, owner, since }, addresses);
  await write.AddressShard.add(chain, addresses);
  await write.ShardVersions.bump(chain, addresses, includeInternalTxs);
}

/** The matcher sees them no more, as far as this webhook goes. May be repeated. */
export async function unwatch(
  { write, Subscription }: Pick<Watching, 'write' | 'Subscription'>,
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

/** The chain, where webhooks can watch it. */
export function watchedChain({ chains }: Pick<Watching, 'chains'>, id: string) {
  const chain = chains.find((one) => one.chainId === id || one.blockchainId === id);
  if (!chain) throw notFound(`chain ${id}`);
  if (!chain.index)
    throw new ApiError(400, `chainId: chain ${id} is not indexed on this deployment, so it has no webhooks`);
  return chain;
}
