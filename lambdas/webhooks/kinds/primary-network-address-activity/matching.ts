import { getNetwork } from '../../../core/contract/pchain-source';
import { log } from '../../../core/runtime/log';
import { getOwnerActivity, type OwnerActivity } from '../../../pchain/domain/owner-activity';
import type { networkReader } from '../../../pchain/rows/network';
import type { BlockToMatch, Match } from '../../domain/match';
import type { watchedReader } from '../../rows/watched';
import type { createWatchedSets } from '../../rows/watched-set';
import type { MatchingKind } from '../kind';
import { type AppliedTx, appliedRows, type BlockReaders } from '../pchain/block-of';
import { getFacts } from '../pchain/chains';
import { getSubscribers, type Subscriber, type SubscriberDeps } from '../subscribers';
import { crossedThreshold, getOutputs, type OutputReader } from './balances';
import type { AddressSubEvent } from './contract/message';
import { PRIMARY_NETWORK_ADDRESS_ACTIVITY } from './contract/message';
import { getSettings } from './settings';

export interface MatchingDeps extends SubscriberDeps, BlockReaders {
  readonly watched: ReturnType<typeof createWatchedSets>;
  readonly addresses: Pick<ReturnType<typeof watchedReader>, 'of'>;
  readonly outputs: OutputReader;
  readonly networks: Pick<ReturnType<typeof networkReader>, 'facts'>;
}

interface ActiveTx extends AppliedTx {
  readonly activity: OwnerActivity;
}

export function createMatching(deps: MatchingDeps): MatchingKind {
  return {
    eventType: PRIMARY_NETWORK_ADDRESS_ACTIVITY,
    isWatched: async (chain) => (await deps.watched.of(chain)) !== undefined,
    async matches(block, pass, from) {
      const watched = await deps.watched.of(block.chain, block);
      if (!watched) return undefined;
      // The block's data is complete when it is added.
      if (pass !== 'added') return { matches: [] };
      const { txs } = await appliedRows(deps, block);
      const active = txs.map((one): ActiveTx => ({ ...one, activity: getOwnerActivity(one.row, one.tx) }));
      const named = new Map<string, Set<number>>();
      for (const { activity, position } of active)
        for (const address of activity.owners)
          if (watched.has(address)) named.set(address, (named.get(address) ?? new Set()).add(position));
      const { subscribers, ...rest } = await getSubscribers(deps, PRIMARY_NETWORK_ADDRESS_ACTIVITY, block, named, from);
      const matches: Match[] = [];
      for (const subscriber of subscribers) matches.push(...(await getMatches(deps, block, active, subscriber)));
      return { matches, ...rest };
    },
  };
}

async function getMatches(
  deps: MatchingDeps,
  block: BlockToMatch,
  active: readonly ActiveTx[],
  { webhook, names, txs }: Subscriber,
): Promise<Match[]> {
  const { subEvents } = getSettings(webhook);
  const own = active.filter(({ position }) => txs.has(position));
  const toMatch = ({ row, position: tx }: AppliedTx, subEvent: AddressSubEvent): Match => ({
    webhook,
    tx,
    txHash: row.id,
    subEvent,
  });
  const matches = own.flatMap((one): Match[] => [
    ...(subEvents.includes('balance_change') ? [toMatch(one, 'balance_change')] : []),
    ...(subEvents.includes('reward_distribution') && names.some((name) => one.activity.rewarded.has(name))
      ? [toMatch(one, 'reward_distribution')]
      : []),
  ]);
  const last = own.at(-1);
  const isCrossed = last && subEvents.includes('balance_threshold') && (await crosses(deps, block, webhook));
  return isCrossed ? [...matches, toMatch(last, 'balance_threshold')] : matches;
}

async function crosses(deps: MatchingDeps, announced: BlockToMatch, webhook: Subscriber['webhook']): Promise<boolean> {
  const network = getNetwork(announced.chain);
  const outputs = await getOutputs(deps.outputs, network, await deps.addresses.of(webhook.id));
  if (!outputs) {
    log.warn('balance threshold not checked: too many UTXOs', { webhook: webhook.id });
    return false;
  }
  const { block } = await appliedRows(deps, announced);
  const before = await deps.blocks.byNumber(network, block.number - 1, true);
  const { avaxAssetId } = await getFacts(deps.networks, network);
  return (
    before !== undefined &&
    crossedThreshold(outputs, getSettings(webhook), { before, block, avaxAssetId }) !== undefined
  );
}
