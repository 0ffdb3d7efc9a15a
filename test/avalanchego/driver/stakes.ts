import { PRIMARY_NETWORK } from '../../../lambdas/pchain/domain/replay/state';
import { BlsKey, type Key, key, toNodeId } from './keys';
import { AVAX, lockedOutput, type Network, owners, payTo, send } from './wallet';

/** Adds a validator to the primary network. Its rewards go to its own keys. Times in Unix seconds. */
export function addValidator(
  net: Network,
  by: Key,
  {
    name,
    nodeId = toNodeId(name),
    end,
    weight = 2_000n * AVAX,
    shares = 100_000,
    start = 0,
  }: { name: string; nodeId?: string; end: number; weight?: bigint; shares?: number; start?: number },
): Promise<string> {
  const validator = { nodeId, start: BigInt(start), end: BigInt(end), weight };
  return send(net, [by], { amount: weight }, (base) => ({
    ...{ type: 'AddPermissionlessValidatorTx', ...base, validator, subnetId: PRIMARY_NETWORK, shares },
    ...{
      signer: { type: 'ProofOfPossession', ...BlsKey.named(name).signer },
      stake: [payTo(net, weight, owners(1, by))],
    },
    validationRewardsOwner: owners(1, key(`${name} rewards`)),
    delegationRewardsOwner: owners(1, key(`${name} delegation`)),
  }));
}

/** Delegates to a validator of the primary network. `locked`: with funds that can only be staked. */
export function delegate(
  net: Network,
  by: Key,
  {
    nodeId,
    end,
    weight,
    locked = false,
    start = 0,
  }: { nodeId: string; end: number; weight: bigint; locked?: boolean; start?: number },
): Promise<string> {
  const validator = { nodeId, start: BigInt(start), end: BigInt(end), weight };
  const spends = locked ? { amount: 0n, locked: weight } : { amount: weight };
  return send(net, [by], spends, (base, { lockedUntil }) => ({
    ...{ type: 'AddPermissionlessDelegatorTx', ...base, validator, subnetId: PRIMARY_NETWORK },
    stake: [locked ? lockedOutput(net, weight, lockedUntil, owners(1, by)) : payTo(net, weight, owners(1, by))],
    rewardsOwner: owners(1, key('delegation rewards')),
  }));
}

/** Adds an auto-renewed validator (ACP-236). `period` in seconds, shares in millionths. */
export function addAutoRenewed(
  net: Network,
  by: Key,
  {
    name,
    period,
    weight = 2_000n * AVAX,
    compoundShares,
  }: { name: string; period: number; weight?: bigint; compoundShares: number },
): Promise<string> {
  return send(net, [by], { amount: weight }, (base) => ({
    ...{ type: 'AddAutoRenewedValidatorTx', ...base, nodeId: toNodeId(name) },
    ...{
      signer: { type: 'ProofOfPossession', ...BlsKey.named(name).signer },
      stake: [payTo(net, weight, owners(1, by))],
    },
    validationRewardsOwner: owners(1, key(`${name} rewards`)),
    delegationRewardsOwner: owners(1, key(`${name} delegation`)),
    validatorAuthority: owners(1, by),
    ...{ shares: 100_000, autoCompoundRewardShares: compoundShares, period: BigInt(period) },
  }));
}

/** Changes the renewal of a validator. A period of 0 ends it with the current cycle. */
export const setAutoRenewal = (
  net: Network,
  by: Key,
  { txId, period, compoundShares }: { txId: string; period: number; compoundShares: number },
): Promise<string> =>
  send(
    net,
    [by],
    { amount: 0n },
    (base) => ({
      ...{ type: 'SetAutoRenewedValidatorConfigTx', ...base, txId },
      authorization: { type: 'Input', signatureIndices: [0] },
      ...{ autoCompoundRewardShares: compoundShares, period: BigInt(period) },
    }),
    [by],
  );
