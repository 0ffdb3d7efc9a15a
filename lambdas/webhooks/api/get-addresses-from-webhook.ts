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
  const left = addresses.filter((address) => address > after);
  const shown = left.slice(0, page.size);
  const last = shown.at(-1);
  const next = left.length > shown.length && last ? { after: last, items: [], density: 1 } : undefined;
  return {
    addresses: shown.map(registrationFor(webhook).shownAddress),
    totalAddresses: addresses.length,
    ...page.token(next, 0),
  };
});
