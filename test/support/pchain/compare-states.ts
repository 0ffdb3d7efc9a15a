import { toCb58 } from '../../../lambdas/core/domain/cb58';
import { readWhole } from '../../../lambdas/pchain/domain/codec/codec';
import { applyBlock } from '../../../lambdas/pchain/domain/replay/apply-block';
import type { Utxo } from '../../../lambdas/pchain/domain/replay/effects';
import { getUtxo } from '../../../lambdas/pchain/domain/replay/outputs';
import type { PChainState } from '../../../lambdas/pchain/domain/replay/state';
import { getPrice } from '../../../lambdas/pchain/domain/replay/validator-fee';
import { addressText } from './address';
import { utxoCodec } from './codecs';
import { type RecordedNetwork, sha256 } from './recorded';

type Validator = Record<string, string> & { validationID?: string; txID: string };
type Compared = { ours: Record<string, unknown>; theirs: Record<string, unknown> };

const seconds = (text: string): number => Date.parse(text) / 1000;
const PRIMARY = '11111111111111111111111111111111LpoYY';

/** Compares states at every height, and every reward. Returns the number of compared values by part. */
export function compareStates(network: RecordedNetwork): { compared: Record<string, number>; state: PChainState } {
  const { rules } = network;
  const state = network.genesis();
  const unspent = new Map<string, Utxo>();
  const rewards = new Map<string, Utxo[]>();
  const seen = new Set(network.heights);
  const compared: Record<string, number> = {};
  const compare = (height: number, part: string, { ours, theirs }: Compared) => {
    expect({ height, part, ...ours }).toEqual({ height, part, ...theirs });
    compared[part] = (compared[part] ?? 0) + Object.keys(theirs).length;
  };
  for (let height = 0; height <= network.last; height++) {
    if (height > 0) {
      const { spent, created } = applyBlock(state, network.block(height), { rules, sha256 });
      for (const utxo of created) {
        unspent.set(toKey(utxo), utxo);
        if (utxo.origin.endsWith('reward')) rewards.set(utxo.txId, [...(rewards.get(utxo.txId) ?? []), utxo]);
      }
      for (const one of spent) unspent.delete(toKey(one));
    }
    // Nodes never show the state of a proposal.
    if (!seen.has(height)) continue;
    compare(height, 'chain', chainAt(network, state, height));
    compare(height, 'validators', stakersAt(network, state, height));
    compare(height, 'L1 validators', l1ValidatorsAt(network, state, height));
    compare(height, 'subnets', ownersAt(network, state, height));
    compare(height, 'outputs', outputsAt(network, unspent, height));
  }
  compare(network.last, 'rewards', getRewards(network, rewards));
  return { compared, state };
}

function chainAt(network: RecordedNetwork, state: PChainState, height: number): Compared {
  const { excess, price, timestamp } = network.must<Record<string, string>>(height, 'platform.getValidatorFeeState');
  const { supply } = network.must<{ supply: string }>(height, 'platform.getCurrentSupply');
  const theirSupplies = subnetsAt(network, height).flatMap((subnetID) => {
    const found = network.at<{ supply: string }>(height, 'platform.getCurrentSupply', { subnetID });
    return found && subnetID !== PRIMARY ? [[subnetID, found.supply]] : [];
  });
  const gauges = network.must<Record<string, string>>(height, 'metrics');
  return {
    ours: {
      ...{ activeL1Validators: String(state.active.size), accruedValidatorFees: String(state.accruedFees) },
      ...Object.fromEntries([...state.elastic].map(([subnetId, one]) => [toCb58(subnetId), String(one.supply)])),
      ...{ excess: String(state.excess), price: String(getPrice(network.rules.validatorFee, state.excess)) },
      ...{ time: state.time, supply: String(state.supply) },
    },
    theirs: { ...gauges, ...Object.fromEntries(theirSupplies), excess, price, time: seconds(timestamp ?? ''), supply },
  };
}

function subnetsAt(network: RecordedNetwork, height: number): string[] {
  const { subnets } = network.must<{ subnets: { id: string }[] }>(height, 'platform.getSubnets');
  return subnets.map((subnet) => subnet.id);
}

function validatorsAt(network: RecordedNetwork, height: number, subnetID: string): Validator[] {
  const params = subnetID === PRIMARY ? {} : { subnetID };
  return network.at<{ validators: Validator[] }>(height, 'platform.getCurrentValidators', params)?.validators ?? [];
}

function ownersAt(network: RecordedNetwork, state: PChainState, height: number): Compared {
  type Told = { controlKeys: string[]; managerChainID: string; managerAddress: string | null } & Record<string, string>;
  const theirs = subnetsAt(network, height)
    .filter((subnetID) => subnetID !== PRIMARY)
    .map((subnetID) => {
      const told = network.must<Told>(height, 'platform.getSubnet', { subnetID });
      const { controlKeys, threshold, locktime, managerChainID, managerAddress } = told;
      return [subnetID, { controlKeys, threshold, locktime, managerChainID, managerAddress: managerAddress ?? '0x' }];
    });
  const ours = [...state.subnets.values()].map(({ subnetId, owner, conversion }) => [
    toCb58(subnetId),
    {
      controlKeys: owner.addresses.map((address) => addressText(address, 'custom')),
      ...{ threshold: String(owner.threshold), locktime: String(owner.locktime) },
      managerChainID: conversion ? toCb58(conversion.managerChainId) : PRIMARY,
      managerAddress: conversion?.managerAddress ?? '0x',
    },
  ]);
  return { ours: Object.fromEntries(ours), theirs: Object.fromEntries(theirs) };
}

function stakersAt(network: RecordedNetwork, state: PChainState, height: number): Compared {
  const theirs = [PRIMARY, ...subnetsAt(network, height).filter((one) => one !== PRIMARY)].flatMap((subnetID) =>
    validatorsAt(network, height, subnetID)
      .filter(({ validationID }) => validationID === undefined)
      .map((one) => [
        one.txID,
        {
          ...{ subnetID, start: one.startTime, end: one.endTime, weight: one.weight },
          ...{ potentialReward: one.potentialReward ?? '0', delegateeReward: one.accruedDelegateeReward ?? '0' },
          ...{ delegators: one.delegatorCount ?? '0', delegated: one.delegatorWeight ?? '0' },
        },
      ]),
  );
  const stakers = [...state.stakers.values()];
  const ours = stakers
    .filter(({ kind }) => kind !== 'delegator')
    .map(({ txId, subnetId, start, end, weight, potentialReward, delegateeReward, delegations }) => {
      return [
        toCb58(txId),
        {
          ...{ subnetID: toCb58(subnetId), start: String(start), end: String(end), weight: String(weight) },
          ...{ potentialReward: String(potentialReward), delegateeReward: String(delegateeReward) },
          delegators: String(delegations?.count ?? 0),
          delegated: String(delegations?.weight ?? 0n),
        },
      ];
    });
  return { ours: Object.fromEntries(ours), theirs: Object.fromEntries(theirs) };
}

function l1ValidatorsAt(network: RecordedNetwork, state: PChainState, height: number): Compared {
  const theirs = subnetsAt(network, height).flatMap((subnetID) =>
    validatorsAt(network, height, subnetID).flatMap(({ validationID }) => {
      if (validationID === undefined) return [];
      const one = network.must<Record<string, string>>(height, 'platform.getL1Validator', { validationID });
      const { weight, balance, minNonce, startTime, publicKey } = one;
      return [[validationID, { subnetID, weight, balance, minNonce, startTime, publicKey }]];
    }),
  );
  const ours = [...state.l1Validators.values()].map((one) => [
    toCb58(one.validationId),
    {
      ...{ subnetID: toCb58(one.subnetId), weight: String(one.weight), minNonce: String(one.minNonce) },
      ...{ balance: balanceOf(state, one.endAccruedFees), startTime: String(one.start), publicKey: one.publicKey },
    },
  ]);
  return { ours: Object.fromEntries(ours), theirs: Object.fromEntries(theirs) };
}

/** Genesis outputs are not in any block, so they are left out. */
function outputsAt(network: RecordedNetwork, unspent: ReadonlyMap<string, Utxo>, height: number): Compared {
  const owned = new Map<string, Record<string, unknown>[]>();
  for (const utxo of unspent.values())
    for (const address of utxo.owners.addresses) {
      const text = addressText(address, 'custom');
      owned.set(text, [...(owned.get(text) ?? []), plain(utxo)]);
    }
  const theirs = network.recording
    .keys()
    .filter((key) => key.startsWith('platform.getUTXOs'))
    .flatMap((key) => {
      const params = JSON.parse(key.slice(key.indexOf('{'))) as { addresses: [string] };
      const found = network.at<{ utxos: string[] }>(height, 'platform.getUTXOs', params);
      return found ? [[params.addresses[0], byKey(found.utxos.map(utxoIn).filter(isOfBlock))] as const] : [];
    });
  const ours = theirs.map(([address]) => [address, byKey(owned.get(address) ?? [])]);
  return { ours: Object.fromEntries(ours), theirs: Object.fromEntries(theirs) };
}

const isOfBlock = ({ txId }: Record<string, unknown>): boolean => txId !== PRIMARY;

function utxoIn(text: string): Record<string, unknown> {
  const { txId, outputIndex, rest } = readWhole(utxoCodec, text.slice(2, -8));
  return plain(getUtxo(txId, outputIndex, rest));
}

function getRewards(network: RecordedNetwork, rewards: ReadonlyMap<string, readonly Utxo[]>): Compared {
  const told = network.recording.keys().filter((key) => key.startsWith('platform.getRewardUTXOs'));
  const theirs = told.map((key) => {
    const { txID } = JSON.parse(key.slice(key.indexOf('{'))) as { txID: string };
    const { utxos } = network.must<{ utxos: string[] }>(network.last, 'platform.getRewardUTXOs', { txID });
    return [txID, byKey(utxos.map(utxoIn))];
  });
  const ours = [...rewards].map(([txId, utxos]) => [toCb58(txId), byKey(utxos.map(plain))]);
  return { ours: Object.fromEntries(ours), theirs: Object.fromEntries(theirs) };
}

const toKey = ({ txId, outputIndex }: { txId: string; outputIndex: number }): string => `${txId} ${outputIndex}`;
const byKey = (utxos: Record<string, unknown>[]) =>
  Object.fromEntries(utxos.map((one) => [`${one.txId} ${one.at}`, one]));
const balanceOf = ({ accruedFees }: PChainState, end: bigint): string => String(end > 0n ? end - accruedFees : 0n);
const plain = ({ txId, outputIndex, assetId, amount, owners, stakeableUntil }: Utxo): Record<string, unknown> => ({
  ...{ txId: toCb58(txId), at: outputIndex, assetId: toCb58(assetId), amount: String(amount) },
  ...{ threshold: owners.threshold, locktime: String(owners.locktime), addresses: owners.addresses },
  stakeableUntil: String(stakeableUntil),
});
