import { toCb58 } from '../../../lambdas/core/domain/cb58';
import { nudge } from './funds';
import type { Key } from './keys';
import { BlsKey, hex, sha256, toNodeId } from './keys';
import { call } from './rpc';
import { authorization, type Control } from './subnets';
import { type Network, owners, send } from './wallet';
import { bytesOfMessage, type Manager, speak } from './warp';

/** A future validator of an L1. Balance in nAVAX. */
export type L1Member = { name: string; weight: bigint; balance: bigint; refundTo: Control; disabledBy: Control };

const warpOwners = ({ threshold, keys }: Control) => {
  const { addresses } = owners(threshold, ...keys);
  return { threshold, addresses };
};

/** The current price of a validator, nAVAX per second. */
export async function price(net: Network): Promise<bigint> {
  return BigInt((await call<{ price: number }>(net.url, 'bc/P', 'platform.getValidatorFeeState')).price);
}

/** Converts a subnet to an L1. Returns the validation IDs by name. */
export async function convertToL1(
  net: Network,
  by: Key,
  {
    subnetId,
    control,
    chainId,
    address,
    members,
  }: { subnetId: string; control: Control; chainId: string; address: string; members: readonly L1Member[] },
): Promise<Record<string, string>> {
  const { input: subnetAuthorization, signers } = authorization(control);
  const sortedMembers = members
    .map((member) => ({ ...member, nodeId: toNodeId(member.name) }))
    .sort((a, b) => (a.nodeId < b.nodeId ? -1 : 1));
  const validators = sortedMembers.map(({ name, nodeId, weight, balance, refundTo, disabledBy }) => ({
    ...{ nodeId, weight, balance, signer: BlsKey.named(name).signer },
    ...{ remainingBalanceOwner: warpOwners(refundTo), deactivationOwner: warpOwners(disabledBy) },
  }));
  await send(
    net,
    [by],
    { amount: members.reduce((sum, { balance }) => sum + balance, 0n) },
    (base) => ({ type: 'ConvertSubnetToL1Tx', ...base, subnetId, chainId, address, validators, subnetAuthorization }),
    signers,
  );
  return Object.fromEntries(sortedMembers.map(({ name }, index) => [name, validationId(subnetId, index)]));
}

/** Computed independently: the tests compare it with the decoder's. */
function validationId(subnetId: string, index: number): string {
  const be = Buffer.alloc(4);
  be.writeUInt32BE(index);
  return hex(sha256(Buffer.concat([Buffer.from(subnetId.slice(2), 'hex'), be])));
}

/** Registers a validator of an L1, by default the manager's. Returns its validation ID. */
export async function register(
  net: Network,
  by: Key,
  manager: Manager,
  member: L1Member,
  subnetId = manager.subnetId,
): Promise<string> {
  const { publicKey, proofOfPossession } = BlsKey.named(member.name).signer;
  const message = {
    type: 'RegisterL1Validator' as const,
    ...{ subnetId, nodeId: toNodeId(member.name), publicKey },
    expiry: BigInt(Math.floor(Date.now() / 1000) + 600),
    ...{ remainingBalanceOwner: warpOwners(member.refundTo), deactivationOwner: warpOwners(member.disabledBy) },
    weight: member.weight,
  };
  await speak(net, manager, message, {
    nudge: () => nudge(net),
    issue: (signed) =>
      send(net, [by], { amount: member.balance }, (base) => ({
        ...{ type: 'RegisterL1ValidatorTx', ...base, balance: member.balance, proofOfPossession, message: signed },
      })),
  });
  return hex(sha256(Buffer.from(bytesOfMessage(message), 'hex')));
}

/** Sets the weight of a validator; 0 removes it. */
export const setWeight = (
  net: Network,
  by: Key,
  manager: Manager,
  { validationId, nonce, weight }: { validationId: string; nonce: bigint; weight: bigint },
): Promise<string> =>
  speak(
    net,
    manager,
    { type: 'L1ValidatorWeight', validationId, nonce, weight },
    {
      nudge: () => nudge(net),
      issue: (signed) =>
        send(net, [by], { amount: 0n }, (base) => ({ type: 'SetL1ValidatorWeightTx', ...base, message: signed })),
    },
  );

/** Adds to a validator's balance. */
export const increase = (net: Network, by: Key, validationId: string, balance: bigint): Promise<string> =>
  send(net, [by], { amount: balance }, (base) => ({
    ...{ type: 'IncreaseL1ValidatorBalanceTx', ...base, validationId, balance },
  }));

/** Disables a validator and refunds its remaining balance. */
export function disable(net: Network, by: Key, validationId: string, control: Control): Promise<string> {
  const { input: disableAuthorization, signers } = authorization(control);
  return send(
    net,
    [by],
    { amount: 0n },
    (base) => ({ type: 'DisableL1ValidatorTx', ...base, validationId, disableAuthorization }),
    signers,
  );
}

/** A validator's balance on the node, nAVAX. Undefined once removed. */
export async function balanceOf(net: Network, validationId: string): Promise<bigint | undefined> {
  try {
    const found = await call<{ balance: string }>(net.url, 'bc/P', 'platform.getL1Validator', {
      validationID: toCb58(validationId),
    });
    return BigInt(found.balance);
  } catch {
    return undefined;
  }
}
