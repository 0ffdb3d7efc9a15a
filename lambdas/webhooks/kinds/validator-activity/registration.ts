import { getNetwork } from '../../../core/contract/pchain-source';
import { toCb58 } from '../../../core/domain/cb58';
import { idIn, nodeIdIn } from '../../../pchain/api/shared/ids';
import { nodeIdText } from '../../../pchain/domain/node-id';
import { pChainFields, refuseOtherChanges, watchedPChain } from '../pchain/chains';
import type { Registration } from '../registration';
import { VALIDATOR_ACTIVITY } from './contract/message';
import { getNames, hasDays, hasThreshold } from './names';
import { getSettings, type ValidatorSettings } from './settings';

export const registration: Registration<typeof VALIDATOR_ACTIVITY> = {
  watchesAddresses: () => false,
  getChain: (deps, request) => watchedPChain(deps.pChains, request),
  read(_deps, _caller, chain, { metadata }) {
    const { keyType, keys, subEvents, nodeIds, subnetIds, runwayDays, daysBefore } = metadata;
    const { l1ValidatorFeeBalanceThreshold: threshold } = metadata;
    const [key = ''] = keys;
    const settings: ValidatorSettings = {
      network: getNetwork(chain),
      keyType,
      key: keyType === 'nodeId' ? nodeIdIn('metadata.keys', key) : idIn('metadata.keys', key),
      subEvents: [...new Set(subEvents.validatorActivitySubEvents)],
      ...(nodeIds ? { nodeIds: nodeIds.map((one) => nodeIdIn('metadata.nodeIds', one)) } : {}),
      ...(subnetIds ? { subnetIds: subnetIds.map((one) => idIn('metadata.subnetIds', one)) } : {}),
      ...(threshold === undefined ? {} : { threshold }),
      ...(runwayDays ? { runwayDays: [...new Set(runwayDays)] } : {}),
      ...(daysBefore ? { daysBefore: [...new Set(daysBefore)] } : {}),
    };
    return { addresses: [], fields: { settings } };
  },
  checkChanges: (_deps, _webhook, changes) => refuseOtherChanges(VALIDATOR_ACTIVITY, changes),
  // Subscriptions first, so that a matcher that finds the chain watched also finds its subscribers. Idempotent.
  async watch({ write }, webhook, _addresses, since) {
    const { id, owner, chain } = webhook;
    const settings = getSettings(webhook);
    await write.Subscription.add(chain, { webhook: id, owner, since }, getNames(settings));
    await write.ShardVersions.watchValidators(chain, {
      thresholds: hasThreshold(settings),
      days: hasDays(settings),
    });
  },
  async isOn({ write }, webhook) {
    if (hasThreshold(getSettings(webhook)))
      await write.ShardVersions.watchValidators(webhook.chain, { thresholds: true, days: false });
  },
  unwatch: ({ write }, webhook) => write.Subscription.remove(webhook.chain, webhook.id, getNames(getSettings(webhook))),
  changed: async () => undefined,
  shownAddress: (address) => address,
  shownId: toCb58,
  view(shared, webhook) {
    const settings = getSettings(webhook);
    const { network, keyType, key, subEvents, nodeIds, subnetIds, threshold, runwayDays, daysBefore } = settings;
    return {
      ...pChainFields(shared, network),
      eventType: VALIDATOR_ACTIVITY,
      metadata: {
        keyType,
        keys: [keyType === 'nodeId' ? nodeIdText(key) : toCb58(key)],
        subEvents: { validatorActivitySubEvents: subEvents },
        ...(nodeIds ? { nodeIds: nodeIds.map(nodeIdText) } : {}),
        ...(subnetIds ? { subnetIds: subnetIds.map(toCb58) } : {}),
        ...(threshold === undefined ? {} : { l1ValidatorFeeBalanceThreshold: threshold }),
        ...(runwayDays ? { runwayDays } : {}),
        ...(daysBefore ? { daysBefore } : {}),
      },
    };
  },
};
