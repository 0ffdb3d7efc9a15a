import { badRequest } from '../../../core/contract/errors';
import { idOfCb58, toCb58 } from '../../../core/domain/cb58';
import { checksummed } from '../../../evm/views/address';
import { watchedChain } from '../../api/shared/watched-chain';
import { tooManyAddresses, webhookLimits } from '../../api/shared/webhook-limits';
import type { Registration } from '../registration';
import { TELEPORTER_MESSAGE } from './contract/message';
import { getNames } from './names';
import { getSettings } from './settings';

const UNSUPPORTED_FIELDS = ['filters', 'includeInternalTxs', 'includeLogs'] as const;

export const registration: Registration<typeof TELEPORTER_MESSAGE> = {
  watchesAddresses: (webhook) => getSettings(webhook).anybody !== true,
  getChain(deps, { chainId }) {
    const { chainId: id, teleporterMessengers } = watchedChain(deps, chainId);
    if (teleporterMessengers.length === 0)
      throw badRequest('chainId', `Teleporter messages of chain ${id} are not indexed on this deployment`);
    return id;
  },
  read(deps, caller, _chain, { metadata: { addresses = [], events, sourceBlockchainIds, destinationBlockchainIds } }) {
    if (addresses.length > webhookLimits(deps, caller).webhookAddresses) throw tooManyAddresses(deps, caller);
    return {
      addresses,
      fields: {
        settings: {
          ...(addresses.length === 0 ? { anybody: true } : {}),
          ...(events ? { events: [...new Set(events)] } : {}),
          ...(sourceBlockchainIds ? { sources: toIds('metadata.sourceBlockchainIds', sourceBlockchainIds) } : {}),
          ...(destinationBlockchainIds
            ? { destinations: toIds('metadata.destinationBlockchainIds', destinationBlockchainIds) }
            : {}),
        },
      },
    };
  },
  checkChanges(_deps, _webhook, changes) {
    for (const field of UNSUPPORTED_FIELDS)
      if (changes[field] !== undefined) throw badRequest(field, `not supported by ${TELEPORTER_MESSAGE} webhooks`);
  },
  // Subscriptions first, so that a matcher that finds the chain watched also finds its subscribers. Idempotent.
  async watch({ write }, webhook, addresses, since) {
    const { id, owner, chain } = webhook;
    await write.Subscription.add(chain, { webhook: id, owner, since }, getNames(getSettings(webhook), addresses));
    await write.ShardVersions.watchMessages(chain);
  },
  unwatch: ({ write }, webhook, addresses) =>
    write.Subscription.remove(webhook.chain, webhook.id, getNames(getSettings(webhook), addresses)),
  changed: async () => undefined,
  shownAddress: checksummed,
  shownId: (id) => id,
  view(shared, webhook, addresses) {
    const { anybody, events, sources, destinations } = getSettings(webhook);
    return {
      ...shared,
      eventType: TELEPORTER_MESSAGE,
      metadata: {
        ...(anybody ? {} : { addresses: addresses.map(checksummed) }),
        ...(events ? { events } : {}),
        ...(sources ? { sourceBlockchainIds: sources.map(toCb58) } : {}),
        ...(destinations ? { destinationBlockchainIds: destinations.map(toCb58) } : {}),
      },
    };
  },
};

function toIds(field: string, texts: readonly string[]): string[] {
  return texts.map((text) => {
    const id = text.startsWith('0x') ? text.toLowerCase() : idOfCb58(text);
    if (id === undefined) throw badRequest(field, `invalid blockchain ID ${text} (bad CB58 checksum)`);
    return id;
  });
}
