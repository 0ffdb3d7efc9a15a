import { expectedL1Validators } from './l1-validators';
import { type Network, P_CHAIN, type PlacedTx } from './network';
import type { NodeTx } from './node-types';
import { endedStake, getRewards } from './rewards';
import { getStake } from './staking';
import { allValidations, getTouches } from './validations';

export type ExpectedValidatorEvent = {
  name: string;
  height: number;
  nodeId: string;
  subnetId: string;
  txHash?: string;
  validationId?: string;
};

export function expectedValidatorEvents(network: Network): ExpectedValidatorEvent[] {
  return [...network.txs.flatMap((tx) => [...stakesIn(network, tx), ...l1EventsIn(network, tx)]), ...ranDry(network)];
}

/** A proposal takes effect with the next block. */
const effective = ({ block, id }: PlacedTx): number => Number(block.height) + (block.tx?.id === id ? 1 : 0);

function stakesIn(network: Network, tx: PlacedTx): ExpectedValidatorEvent[] {
  const { unsignedTx, id: txHash } = tx;
  const height = effective(tx);
  const ended = endedStake(tx);
  if (ended !== undefined) {
    if (getRewards(network, tx).length === 0) return [];
    const began = network.answer<{ tx: NodeTx }>('platform.getTx', { encoding: 'json', txID: ended }).tx;
    return [{ name: 'reward_distribution', height, txHash, ...getValidator(network, { ...tx, ...began }) }];
  }
  const { validator } = unsignedTx;
  if (!validator && !('validatorAuthority' in unsignedTx)) return [];
  // Delegators have one reward owner and no shares; the oldest validators had one owner and shares.
  const isDelegation = 'rewardsOwner' in unsignedTx && !('shares' in unsignedTx);
  const name = isDelegation ? 'delegator_stake' : 'validator_stake';
  return [{ name, height, txHash, ...getValidator(network, tx) }];
}

function getValidator(network: Network, tx: PlacedTx) {
  const { subnetID, validator } = tx.unsignedTx;
  return { nodeId: String(getStake(network, tx).nodeId), subnetId: subnetID ?? validator?.subnetID ?? P_CHAIN };
}

function l1EventsIn(network: Network, tx: PlacedTx): ExpectedValidatorEvent[] {
  return getTouches(tx).flatMap(({ validationId, weight }) => {
    const validation = allValidations(network).get(validationId);
    if (!validation) throw new Error(`no validation ${validationId}`);
    const { nodeId, subnetId, createdBy } = validation;
    const name = l1Name(tx, createdBy.id === tx.id, weight);
    return name ? [{ name, height: effective(tx), nodeId, subnetId, txHash: tx.id, validationId }] : [];
  });
}

function l1Name({ unsignedTx }: PlacedTx, isNew: boolean, weight: string | undefined): string | undefined {
  if (isNew) return 'validator_stake';
  if ('disableAuthorization' in unsignedTx) return 'l1_validator_disabled';
  if (unsignedTx.balance !== undefined) return 'l1_validator_balance_increased';
  return weight === '0' ? 'l1_validator_removed' : undefined;
}

export function recordedSteps(network: Network): { before: number; height: number }[] {
  const heights = network.blocks.map(({ height }) => Number(height)).filter((height) => network.hasState(height));
  return heights.slice(1).map((height, i) => ({ before: heights[i] ?? 0, height }));
}

export const l1BalancesAt = (network: Network, height: number): Map<string, number> =>
  new Map(
    expectedL1Validators(network.recording, height).map((one) => [one.validationId, one.remainingBalance] as const),
  );

/** Evictions for lack of balance: no transaction causes them. */
function ranDry(network: Network): ExpectedValidatorEvent[] {
  return recordedSteps(network).flatMap(({ before, height }) => {
    const balances = l1BalancesAt(network, height);
    const touched = new Set(
      network.txs
        .filter(({ block }) => Number(block.height) > before && Number(block.height) <= height)
        .flatMap((tx) => getTouches(tx).map(({ validationId }) => validationId)),
    );
    return [...l1BalancesAt(network, before)].flatMap(([validationId, balance]) => {
      const validation = allValidations(network).get(validationId);
      const isOver = balance > 0 && balances.get(validationId) === 0 && !touched.has(validationId);
      if (!isOver || !validation) return [];
      const { nodeId, subnetId } = validation;
      return [{ name: 'l1_validator_disabled', height, nodeId, subnetId, validationId }];
    });
  });
}
