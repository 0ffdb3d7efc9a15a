import { badRequest } from '../../../core/contract/errors';
import { checksummed } from '../../../evm/views/address';
import { watchedChain } from '../../api/shared/watched-chain';
import { tooManyAddresses, webhookLimits } from '../../api/shared/webhook-limits';
import type { ActivityFilters } from '../../contract/schemas/activity-filters';
import type { Registration, RegistrationDeps } from '../registration';
import { ADDRESS_ACTIVITY } from './contract/message';
import { unwatch, watch } from './watch';

export const registration: Registration<typeof ADDRESS_ACTIVITY> = {
  watchesAddresses: () => true,
  shownAddress: checksummed,
  shownId: (id) => id,
  getChain: (deps, { chainId }) => watchedChain(deps, chainId).chainId,
  read(deps, caller, chain, { metadata: { addresses, eventSignatures }, filters, includeInternalTxs, includeLogs }) {
    if (includeInternalTxs) checkTraced(deps, chain, 'includeInternalTxs');
    checkFilters(deps, chain, { filters, includeInternalTxs });
    if (addresses.length > webhookLimits(deps, caller).webhookAddresses) throw tooManyAddresses(deps, caller);
    return {
      addresses,
      fields: {
        ...(eventSignatures ? { eventSignatures } : {}),
        ...(filters ? { filters } : {}),
        ...(includeInternalTxs === undefined ? {} : { includeInternalTxs }),
        ...(includeLogs === undefined ? {} : { includeLogs }),
      },
    };
  },
  checkChanges(deps, webhook, changes) {
    if (changes.includeInternalTxs) checkTraced(deps, webhook.chain, 'includeInternalTxs');
    // Unchanged settings were checked earlier; the chain's configuration may have changed since.
    if (changes.filters === undefined && changes.includeInternalTxs === undefined) return;
    checkFilters(deps, webhook.chain, {
      filters: changes.filters === undefined ? webhook.filters : changes.filters,
      includeInternalTxs: changes.includeInternalTxs ?? webhook.includeInternalTxs,
    });
  },
  watch,
  unwatch,
  async changed(deps, webhook, changes, addresses) {
    // The tracer has to announce the chain's blocks from now on.
    if (changes.includeInternalTxs) await watch(deps, webhook, addresses, webhook.since, changes);
  },
  view: (shared, { eventSignatures, filters, includeInternalTxs, includeLogs }, addresses) => ({
    ...shared,
    eventType: ADDRESS_ACTIVITY,
    metadata: {
      addresses: addresses.map(checksummed),
      ...(eventSignatures === undefined ? {} : { eventSignatures: [...eventSignatures] }),
    },
    ...(includeInternalTxs === undefined ? {} : { includeInternalTxs }),
    ...(includeLogs === undefined ? {} : { includeLogs }),
    ...(filters === undefined ? {} : { filters }),
  }),
};

/** `field`: the request field to blame. Throws 400. */
function checkTraced(deps: Pick<RegistrationDeps, 'chains'>, id: string, field: string): void {
  if (!watchedChain(deps, id).traces) throw badRequest(field, `chain ${id} is not traced on this deployment`);
}

interface InternalsRequest {
  readonly filters: ActivityFilters | null | undefined;
  readonly includeInternalTxs: boolean | undefined;
}
/** Throws 400 for `internal` if the webhook does not include them, or the chain does not index them. */
function checkFilters(
  deps: Pick<RegistrationDeps, 'chains'>,
  chain: string,
  { filters, includeInternalTxs }: InternalsRequest,
): void {
  if (!filters?.kinds?.includes('internal')) return;
  checkTraced(deps, chain, 'filters.kinds');
  if (!includeInternalTxs) throw badRequest('filters.kinds', 'internal requires includeInternalTxs: true');
}
