import { listWebhooks } from '../../contract/endpoints/webhooks';
import { implement } from '../../http/implement';
import { webhookView } from '../views/webhook';

/** Addresses of each webhook in a list, as an answer may have 6 MB. */
const MAX_ADDRESSES = 500;

export const handler = implement(listWebhooks, async ({ query, page, caller, deps }) => {
  const keep = query.status === undefined ? {} : { keep: isOf(query.status) };
  const { values, next } = await deps.page([deps.Webhook.ofOwner(caller.ownerId)], {
    ...page,
    ...keep,
    ascending: true,
  });
  const addresses = await deps.WatchedAddresses.ofAll(values.map(({ id }) => id));
  const webhooks = values.map((one) => webhookView(one, addresses.get(one.id) ?? [], MAX_ADDRESSES));
  return { webhooks, ...page.token(next, 0) };
});

const isOf =
  (status: 'active' | 'inactive') =>
  ({ active }: { readonly active: boolean }): boolean =>
    active === (status === 'active');
