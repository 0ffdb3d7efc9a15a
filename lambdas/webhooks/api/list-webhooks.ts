import { listWebhooks } from '../contract/endpoints';
import { webhookView } from '../views/webhook';
import { implement } from './implement';

/** Per webhook: a Lambda response is limited to 6 MB. */
const MAX_ADDRESSES = 500;

export const handler = implement(listWebhooks, async ({ query, page, caller, deps }) => {
  const keep = query.status === undefined ? {} : { keep: isOf(query.status) };
  const { values, next } = await deps.page([deps.Webhook.ofOwner(caller.ownerId)], {
    ...page,
    ...keep,
    ascending: true,
  });
  const ids = values.map(({ id }) => id);
  const [addresses, health] = await Promise.all([deps.WatchedAddresses.ofAll(ids), deps.WebhookHealth.of(ids)]);
  const webhooks = values.map((one) =>
    webhookView(one, addresses.get(one.id) ?? [], { max: MAX_ADDRESSES, health: health.get(one.id) }),
  );
  return { webhooks, ...page.token(next, 0) };
});

const isOf =
  (status: 'active' | 'inactive') =>
  ({ active }: { readonly active: boolean }): boolean =>
    active === (status === 'active');
