import { watchedChain } from '../../../api/shared/watched-chain';
import { tooManyAddresses, webhookLimits } from '../../../api/shared/webhook-limits';
import { checksummed } from '../../../api/views/address';
import { badRequest } from '../../../contract/errors';
import { ADDRESS_ACTIVITY } from '../../../contract/schemas/event-types';
import type { Registration, RegistrationDeps } from '../registration';
import { unwatch, watch } from './watch';

/** Registering webhooks of `address_activity`. */
export const registration: Registration<typeof ADDRESS_ACTIVITY> = {
  watchesAddresses: true,
  chainOf: (deps, { chainId }) => watchedChain(deps, chainId).chainId,
  read(deps, caller, chain, { metadata: { addresses, eventSignatures }, includeInternalTxs, includeLogs }) {
    if (includeInternalTxs) checkTraced(deps, chain);
    if (addresses.length > webhookLimits(deps, caller).webhookAddresses) throw tooManyAddresses(deps, caller);
    return {
      addresses,
      fields: {
        ...(eventSignatures ? { eventSignatures } : {}),
        ...(includeInternalTxs === undefined ? {} : { includeInternalTxs }),
        ...(includeLogs === undefined ? {} : { includeLogs }),
      },
    };
  },
  checkChanges(deps, { chain }, { includeInternalTxs }) {
    if (includeInternalTxs) checkTraced(deps, chain);
  },
  watch,
  unwatch,
  async changed(deps, webhook, changes, addresses) {
    // From now on the tracer has to announce the chain's blocks.
    if (changes.includeInternalTxs) await watch(deps, webhook, addresses, webhook.since, changes);
  },
  view: (shared, { eventSignatures, includeInternalTxs, includeLogs }, addresses) => ({
    ...shared,
    eventType: ADDRESS_ACTIVITY,
    metadata: {
      addresses: addresses.map(checksummed),
      ...(eventSignatures === undefined ? {} : { eventSignatures: [...eventSignatures] }),
    },
    ...(includeInternalTxs === undefined ? {} : { includeInternalTxs }),
    ...(includeLogs === undefined ? {} : { includeLogs }),
  }),
};

/** Throws 400 where a chain's internal transactions are not indexed. */
function checkTraced(deps: Pick<RegistrationDeps, 'chains'>, id: string): void {
  if (!watchedChain(deps, id).traces)
    throw badRequest('includeInternalTxs', `chain ${id} is not traced on this deployment`);
}
