import type { PChainState, Staker, Subnet } from '../../../lambdas/pchain/domain/replay/state';

/* Without history that only a full replay has: creation, total delegations, compounding, start of fees. */

const text = (value: unknown): string =>
  JSON.stringify(value, (_name, one: unknown) => {
    if (typeof one === 'bigint') return String(one);
    if (one instanceof Map) return [...one].toSorted();
    if (one instanceof Set) return [...one].toSorted();
    return one;
  });

const byKey = <T>(some: ReadonlyMap<string, T>, plain: (one: T) => unknown): unknown =>
  Object.fromEntries([...some].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([key, one]) => [key, plain(one)]));

function plainStaker({ created: _, startPriority: _order, ...staker }: Staker) {
  const { kind, delegations, renewal } = staker;
  const { count = 0, weight = 0n, promised = 0n } = delegations ?? {};
  return {
    ...staker,
    ...{ delegations: kind === 'validator' ? { count, weight, promised } : undefined },
    renewal: renewal && { compoundShares: renewal.compoundShares, nextPeriod: renewal.nextPeriod },
  };
}

const plainSubnet = ({ created: _, conversion, owner, subnetId }: Subnet) => ({
  ...{ subnetId, owner },
  conversion: conversion && { chain: conversion.managerChainId, address: conversion.managerAddress },
});

export function plainState(state: PChainState): string {
  const { accruedFees, fees: _, stakers, pending, subnets, l1Validators, ...rest } = state;
  const sorted = <T extends object>(one: T) =>
    Object.fromEntries(Object.entries(one).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  return text(
    sorted({
      ...rest,
      proposal: rest.proposal?.id,
      stakers: byKey(stakers, (one) => sorted(plainStaker(one))),
      pending: byKey(pending, (one) => sorted(plainStaker(one))),
      subnets: byKey(subnets, plainSubnet),
      l1Validators: byKey(l1Validators, ({ created: _, proofOfPossession: _proof, endAccruedFees, ...one }) =>
        sorted({ ...one, balance: endAccruedFees > 0n ? endAccruedFees - accruedFees : 0n }),
      ),
    }),
  );
}
