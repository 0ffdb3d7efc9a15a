import { badRequest } from '../../../core/contract/errors';
import { getNetwork } from '../../../core/contract/pchain-source';
import { toCb58 } from '../../../core/domain/cb58';
import { addressesIn } from '../../../pchain/api/shared/ids';
import { addressesView } from '../../../pchain/views/owners';
import { tooManyAddresses, webhookLimits } from '../../api/shared/webhook-limits';
import { unwatch, watch } from '../address-activity/watch';
import { getFacts, pChainFields, refuseOtherChanges, watchedPChain } from '../pchain/chains';
import type { Registration } from '../registration';
import { PRIMARY_NETWORK_ADDRESS_ACTIVITY } from './contract/message';
import { getSettings } from './settings';

export const registration: Registration<typeof PRIMARY_NETWORK_ADDRESS_ACTIVITY> = {
  // The address endpoints accept EVM addresses only.
  watchesAddresses: () => false,
  getChain: (deps, request) => watchedPChain(deps.pChains, request),
  async read(deps, caller, chain, { metadata: { keys, subEvents, balanceThresholdFilter } }) {
    const network = getNetwork(chain);
    const { hrp } = await getFacts(deps.PNetwork, network);
    const addresses = addressesIn('metadata.keys', keys, hrp);
    if (addresses.length > webhookLimits(deps, caller).webhookAddresses) throw tooManyAddresses(deps, caller);
    const requested = [...new Set(subEvents.addressActivitySubEvents)];
    const { start = 0 } = (await deps.Cursor.find(chain)) ?? {};
    if (start > 0 && requested.includes('balance_threshold'))
      throw badRequest(
        'metadata.subEvents',
        `balance_threshold is not available on ${network}: balances need all blocks, and the index begins at block ${start}`,
      );
    const settings = {
      network,
      hrp,
      subEvents: requested,
      ...(start > 0 ? { isPartial: true } : {}),
      ...(balanceThresholdFilter ? { threshold: balanceThresholdFilter } : {}),
    };
    return { addresses, fields: { settings } };
  },
  checkChanges: (_deps, _webhook, changes) => refuseOtherChanges(PRIMARY_NETWORK_ADDRESS_ACTIVITY, changes),
  watch,
  unwatch,
  changed: async () => undefined,
  shownAddress: (address) => address,
  shownId: toCb58,
  view(shared, webhook, addresses) {
    const { network, hrp, subEvents, threshold } = getSettings(webhook);
    return {
      ...pChainFields(shared, network),
      eventType: PRIMARY_NETWORK_ADDRESS_ACTIVITY,
      metadata: {
        keyType: 'addresses',
        keys: addressesView(addresses, { hrp }),
        subEvents: { addressActivitySubEvents: subEvents },
        ...(threshold ? { balanceThresholdFilter: threshold } : {}),
      },
    };
  },
};
