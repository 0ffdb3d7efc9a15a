import type { ContractVersion } from '../../../core/contract/contract-version';
import { toCb58 } from '../../../core/domain/cb58';
import type { ValidatorSubEvent } from '../../../pchain/contract/schemas/validator-sub-events';
import { balanceAround } from '../../../pchain/domain/l1-balances';
import type { NetworkFacts } from '../../../pchain/domain/networks';
import { nodeIdText } from '../../../pchain/domain/node-id';
import { balanceOf } from '../../../pchain/domain/replay/l1-validators';
import type { PBlockRow, PTxRow } from '../../../pchain/domain/rows';
import { getValidatorEvents, ranDryIn, type ValidatorEvent } from '../../../pchain/domain/validator-events';
import { parseUnsigned } from '../../../pchain/views/decoded';
import { l1ChangeView } from '../../../pchain/views/l1-validator';
import type { ContentKind } from '../kind';
import type { BlockReaders } from '../pchain/block-of';
import { getFacts } from '../pchain/chains';
import { messageTransactionView, placeView } from '../pchain/place-view';
import type { ValidatorActivityEvent } from './contract/message';
import { readDueSubEvent } from './due-sub-event';
import { DUE_SUB_EVENTS } from './names';
import { sampleEvent } from './sample';
import { getSettings, type ValidatorSettings } from './settings';
import { accruedAround, l1Around, type ThresholdDeps } from './thresholds';

interface ContentDeps extends BlockReaders, ThresholdDeps {
  readonly networks: Parameters<typeof getFacts>[0];
  readonly contractVersion: ContractVersion;
}

/** Block rows are immutable. */
export const createContent = (deps: ContentDeps): Omit<ContentKind, 'eventType'> => ({
  async body(webhook, message) {
    const settings = getSettings(webhook);
    const { network } = settings;
    const [block, facts] = await Promise.all([
      deps.blocks.byNumber(network, message.block),
      getFacts(deps.networks, network),
    ]);
    if (!block) throw new Error(`block ${message.block} of ${network} is not readable`);
    const due = readDueSubEvent(message.subEvent ?? '');
    if (due) return dueEvent(deps, network, { block, facts, due });
    const [name, validationId] = (message.subEvent ?? '').split(' ');
    const wanted = { name, validationId, txHash: message.of.txHash };
    if (name === 'l1_validator_balance_threshold' && validationId !== undefined)
      return crossingEvent(deps, settings, block, validationId);
    return happenedEvent(deps, network, { block, facts, wanted });
  },
  sample: async (webhook, { block, createdAt }) => sampleEvent(getSettings(webhook), block, createdAt),
});

async function dueEvent(
  deps: ContentDeps,
  network: string,
  {
    block,
    facts,
    due,
  }: { block: PBlockRow; facts: NetworkFacts; due: NonNullable<ReturnType<typeof readDueSubEvent>> },
): Promise<ValidatorActivityEvent> {
  const { kind, id, days, end } = due;
  const common = shared(network, DUE_SUB_EVENTS[kind], block, due);
  if (kind !== 'l1') {
    const [row] = await deps.txs.byIds(network, [id]);
    return {
      ...common,
      // Stakes of the genesis, and some of before the index, have no transaction.
      ...(row && parseUnsigned(row) ? { transaction: messageTransactionView(row, facts, deps.contractVersion) } : {}),
      ending: { daysBefore: days, endTimestamp: end },
    };
  }
  const { after: validator } = await l1Around(deps, network, id, block.number);
  const shown =
    validator && block.after
      ? { l1Validator: l1ChangeView({ ...validator, balance: balanceOf(block.after, validator), change: 0n }) }
      : {};
  return {
    ...common,
    ...shown,
    runway: { runwayDays: days, runsOutAt: end },
  };
}

interface Wanted {
  readonly name: string | undefined;
  readonly validationId: string | undefined;
  readonly txHash: string | undefined;
}

async function happenedEvent(
  deps: ContentDeps,
  network: string,
  { block, facts, wanted }: { block: PBlockRow; facts: NetworkFacts; wanted: Wanted },
): Promise<ValidatorActivityEvent> {
  const { txHash, name, validationId } = wanted;
  const [row] = txHash === undefined ? [] : await deps.txs.byIds(network, [txHash]);
  const event = getEvents(block, row).find((one) => one.name === name && one.l1?.validationId === validationId);
  if (!event) throw new Error(`block ${block.number} of ${network} has no ${name} of ${validationId ?? txHash}`);
  const transaction = row && messageTransactionView(row, facts, deps.contractVersion);
  return {
    ...shared(network, event.name, block, event),
    ...(transaction ? { transaction } : {}),
    ...(event.l1 ? { l1Validator: l1ChangeView(event.l1) } : {}),
    ...(transaction && event.name === 'reward_distribution'
      ? { rewards: transaction.emittedUtxos.filter(({ rewardType }) => rewardType) }
      : {}),
  };
}

function getEvents(block: PBlockRow, row: PTxRow | undefined): ValidatorEvent[] {
  const tx = row && parseUnsigned(row);
  return row && tx ? getValidatorEvents(row, tx) : ranDryIn(block);
}

const shared = (
  network: string,
  eventType: ValidatorSubEvent,
  block: PBlockRow,
  { nodeId, subnetId }: Pick<ValidatorEvent, 'nodeId' | 'subnetId'>,
) => ({ eventType, ...placeView(network, block), nodeId: nodeIdText(nodeId), subnetId: toCb58(subnetId) });

async function crossingEvent(
  deps: ContentDeps,
  { network, threshold = '' }: ValidatorSettings,
  block: PBlockRow,
  validationId: string,
): Promise<ValidatorActivityEvent> {
  const accrued = await accruedAround(deps, network, block);
  const around = await l1Around(deps, network, validationId, block.number);
  const validator = around.after;
  if (!accrued || !validator) throw new Error(`L1 validator ${validationId} of ${network} is not readable`);
  const { balance, previousBalance } = balanceAround(around, accrued);
  return {
    ...shared(network, 'l1_validator_balance_threshold', block, validator),
    l1Validator: l1ChangeView({ ...validator, balance, change: 0n }),
    threshold: { balanceThreshold: threshold, balance: String(balance), previousBalance: String(previousBalance) },
  };
}
