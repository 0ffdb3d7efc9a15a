import { getAddressesFromWebhook } from '../contract/endpoints';
import { registrationFor } from '../kinds/registrations';
import { implement } from './implement';
import { ownAddressWebhook } from './shared/own-address-webhook';

export const handler = implement(getAddressesFromWebhook, async ({ params, page, caller, deps }) => {
  const [webhook, addresses] = await Promise.all([
    ownAddressWebhook(deps, caller, params),
    deps.WatchedAddresses.of(params.id),
  ]);
  const { after = '' } = page.from ?? {};
  const remaining = addresses.filter((address) => address > after);
  const part = remaining.slice(0, page.size);
  const last = part.at(-1);
  const next = remaining.length > part.length && last ? { after: last, items: [], density: 1 } : undefined;
  return {
    addresses: part.map(registrationFor(webhook).shownAddress),
    totalAddresses: addresses.length,
    ...page.token(next, 0),
  };
});
