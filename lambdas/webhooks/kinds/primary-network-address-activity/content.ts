import type { ContractVersion } from '../../../core/contract/contract-version';
import type { NetworkFacts } from '../../../pchain/domain/networks';
import { ownerActivityOf } from '../../../pchain/domain/owner-activity';
import type { PBlockRow, PTxRow } from '../../../pchain/domain/rows';
import { balancesView } from '../../../pchain/views/balances';
import { unsignedOf } from '../../../pchain/views/decoded';
import { addressesView } from '../../../pchain/views/owners';
import type { BlockMessage } from '../../domain/message';
import type { WebhookRecord } from '../../domain/webhook';
import type { ContentKind } from '../kind';
import { factsOf } from '../pchain/chains';
import { messageTransactionView, placeView } from '../pchain/place-view';
import { balancesAfter, crossedThreshold, outputsOf } from './balances';
import type { PrimaryNetworkAddressEvent } from './contract/message';
import type { MatchingDeps } from './matching';
import { sampleEvent } from './sample';
import { type AddressSettings, settingsOf } from './settings';

interface ContentDeps extends Pick<MatchingDeps, 'blocks' | 'txs' | 'addresses' | 'outputs' | 'networks'> {
  readonly contractVersion: ContractVersion;
}

/** Builds the events of messages from the rows of their blocks, which stay as they are. */
export const openContent = (deps: ContentDeps): Omit<ContentKind, 'eventType'> => ({
  body: async (webhook, message) => eventOf(deps, await contextOf(deps, webhook, message)),
  async sample(webhook, { block, createdAt }) {
    const { network, hrp } = settingsOf(webhook);
    const [address] = addressesView((await deps.addresses.of(webhook.id)).slice(0, 1), { hrp });
    return sampleEvent(network, address ?? '', block, createdAt);
  },
});

/** What a message is made of. */
interface Context {
  readonly settings: AddressSettings;
  readonly facts: NetworkFacts;
  readonly name: PrimaryNetworkAddressEvent['eventType'];
  readonly block: PBlockRow;
  readonly row: PTxRow;
  /** All addresses of the webhook, and those that the transaction concerns; 20 bytes each. */
  readonly all: readonly string[];
  readonly concerned: readonly string[];
}

async function contextOf(
  deps: ContentDeps,
  webhook: WebhookRecord,
  { block: number, of: { txHash = '' }, subEvent }: BlockMessage,
): Promise<Context> {
  const settings = settingsOf(webhook);
  const { network } = settings;
  const [block, [row], all, facts] = await Promise.all([
    deps.blocks.byNumber(network, number),
    deps.txs.byIds(network, [txHash]),
    deps.addresses.of(webhook.id),
    factsOf(deps.networks, network),
  ]);
  const tx = row && unsignedOf(row);
  const name = settings.subEvents.find((one) => one === subEvent);
  if (!block || !row || !tx || !name) throw new Error(`${subEvent} of ${txHash} is not readable on ${network}`);
  const { owners, rewarded } = ownerActivityOf(row, tx);
  const of = name === 'reward_distribution' ? rewarded : owners;
  return { settings, facts, name, block, row, all, concerned: all.filter((address) => of.has(address)) };
}

async function eventOf(deps: ContentDeps, context: Context): Promise<PrimaryNetworkAddressEvent> {
  const { settings, facts, name, block, row, concerned } = context;
  const addresses = addressesView(concerned, facts);
  const transaction = messageTransactionView(row, facts, deps.contractVersion);
  const isRewarded = new Set(addresses);
  return {
    eventType: name,
    ...placeView(settings.network, block),
    addresses,
    transaction,
    ...(name === 'balance_change' ? await balancesOf(deps, context) : {}),
    ...(name === 'balance_threshold' ? await thresholdOf(deps, context) : {}),
    ...(name === 'reward_distribution'
      ? {
          rewards: transaction.emittedUtxos.filter(
            ({ rewardType, addresses: owners = [] }) => rewardType && owners.some((owner) => isRewarded.has(owner)),
          ),
        }
      : {}),
  };
}

async function balancesOf({ outputs }: ContentDeps, { settings, facts, block, concerned }: Context) {
  if (settings.isPartial) return {};
  const found = await outputsOf(outputs, settings.network, concerned);
  return found ? { balances: balancesView(balancesAfter(found, block), facts) } : {};
}

async function thresholdOf({ blocks, outputs }: ContentDeps, { settings, facts, block, all }: Context) {
  const [found, before] = await Promise.all([
    outputsOf(outputs, settings.network, all),
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
