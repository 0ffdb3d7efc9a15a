import type { ContractVersion } from '../../../core/contract/contract-version';
import type { NetworkFacts } from '../../../pchain/domain/networks';
import { getOwnerActivity } from '../../../pchain/domain/owner-activity';
import type { PBlockRow, PTxRow } from '../../../pchain/domain/rows';
import { balancesView } from '../../../pchain/views/balances';
import { parseUnsigned } from '../../../pchain/views/decoded';
import { addressesView } from '../../../pchain/views/owners';
import type { BlockMessage } from '../../domain/message';
import type { WebhookRecord } from '../../domain/webhook';
import type { ContentKind } from '../kind';
import { getFacts } from '../pchain/chains';
import { messageTransactionView, placeView } from '../pchain/place-view';
import { balancesAfter, crossedThreshold, getOutputs } from './balances';
import type { PrimaryNetworkAddressEvent } from './contract/message';
import type { MatchingDeps } from './matching';
import { sampleEvent } from './sample';
import { type AddressSettings, getSettings } from './settings';

interface ContentDeps extends Pick<MatchingDeps, 'blocks' | 'txs' | 'addresses' | 'outputs' | 'networks'> {
  readonly contractVersion: ContractVersion;
}

/** Block rows are immutable. */
export const createContent = (deps: ContentDeps): Omit<ContentKind, 'eventType'> => ({
  body: async (webhook, message) => getEvent(deps, await getContext(deps, webhook, message)),
  async sample(webhook, { block, createdAt }) {
    const { network, hrp } = getSettings(webhook);
    const [address] = addressesView((await deps.addresses.of(webhook.id)).slice(0, 1), { hrp });
    return sampleEvent(network, address ?? '', block, createdAt);
  },
});

interface Context {
  readonly settings: AddressSettings;
  readonly facts: NetworkFacts;
  readonly name: PrimaryNetworkAddressEvent['eventType'];
  readonly block: PBlockRow;
  readonly row: PTxRow;
  /** 20 bytes each; `concerned`: involved in the transaction. */
  readonly all: readonly string[];
  readonly concerned: readonly string[];
}

async function getContext(
  deps: ContentDeps,
  webhook: WebhookRecord,
  { block: number, of: { txHash = '' }, subEvent }: BlockMessage,
): Promise<Context> {
  const settings = getSettings(webhook);
  const { network } = settings;
  const [block, [row], all, facts] = await Promise.all([
    deps.blocks.byNumber(network, number),
    deps.txs.byIds(network, [txHash]),
    deps.addresses.of(webhook.id),
    getFacts(deps.networks, network),
  ]);
  const tx = row && parseUnsigned(row);
  const name = settings.subEvents.find((one) => one === subEvent);
  if (!block || !row || !tx || !name) throw new Error(`${subEvent} of ${txHash} is not readable on ${network}`);
  const { owners, rewarded } = getOwnerActivity(row, tx);
  const of = name === 'reward_distribution' ? rewarded : owners;
  return { settings, facts, name, block, row, all, concerned: all.filter((address) => of.has(address)) };
}

async function getEvent(deps: ContentDeps, context: Context): Promise<PrimaryNetworkAddressEvent> {
  const { settings, facts, name, block, row, concerned } = context;
  const addresses = addressesView(concerned, facts);
  const transaction = messageTransactionView(row, facts, deps.contractVersion);
  const isRewarded = new Set(addresses);
  return {
    eventType: name,
    ...placeView(settings.network, block),
    addresses,
    transaction,
    ...(name === 'balance_change' ? await getBalances(deps, context) : {}),
    ...(name === 'balance_threshold' ? await getThreshold(deps, context) : {}),
    ...(name === 'reward_distribution'
      ? {
          rewards: transaction.emittedUtxos.filter(
            ({ rewardType, addresses: owners = [] }) => rewardType && owners.some((owner) => isRewarded.has(owner)),
          ),
        }
      : {}),
  };
}

async function getBalances({ outputs }: ContentDeps, { settings, facts, block, concerned }: Context) {
  if (settings.isPartial) return {};
  const found = await getOutputs(outputs, settings.network, concerned);
  return found ? { balances: balancesView(balancesAfter(found, block), facts) } : {};
}

async function getThreshold({ blocks, outputs }: ContentDeps, { settings, facts, block, all }: Context) {
  const [found, before] = await Promise.all([
    getOutputs(outputs, settings.network, all),
    blocks.byNumber(settings.network, block.number - 1),
  ]);
  const { avaxAssetId } = facts;
  const change = found && before && crossedThreshold(found, settings, { before, block, avaxAssetId });
  if (!change || !settings.threshold) return {};
  const { balance, previousBalance } = change;
  return {
    threshold: { ...settings.threshold, balance: String(balance), previousBalance: String(previousBalance) },
  };
}
