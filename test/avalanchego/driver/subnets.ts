import type { TxOf } from '../../../lambdas/pchain/domain/codec/tx';
import { hex, type Key, sha256 } from './keys';
import { getSigners, type Network, owners, send } from './wallet';

/** The virtual machine of EVM subnets (`srEXiWaH…`). */
const SUBNET_EVM = hex(Buffer.concat([Buffer.from('subnetevm'), Buffer.alloc(23)]));

/** The control of a subnet: a threshold of these keys. */
export type Control = { threshold: number; keys: readonly Key[] };

/** The authorization by a subnet's owners: the indices of the signing owners, and their keys. */
export function authorization({ threshold, keys }: Control) {
  const found = getSigners(owners(threshold, ...keys), keys);
  if (!found) throw new Error('too few keys');
  return { input: { type: 'Input' as const, signatureIndices: found.signatureIndices }, signers: found.signers };
}

export const createSubnet = (net: Network, by: Key, { threshold, keys }: Control, memo = '0x'): Promise<string> =>
  send(net, [by], { amount: SUBNET_FEE, memo }, (base) => ({
    type: 'CreateSubnetTx',
    ...base,
    owner: owners(threshold, ...keys),
  }));

/** The fixed fee of a subnet or chain before Etna, nAVAX. */
const SUBNET_FEE = 1_000_000_000n;

/** Creates a chain on a subnet. */
export function createChain(
  net: Network,
  by: Key,
  {
    subnetId,
    control,
    name,
    genesis,
    memo = '0x',
  }: { subnetId: string; control: Control; name: string; genesis: string | Uint8Array; memo?: string },
): Promise<string> {
  const { input, signers } = authorization(control);
  return send(
    net,
    [by],
    { amount: SUBNET_FEE, memo },
    (base): TxOf<'CreateChainTx'> => ({
      ...{ type: 'CreateChainTx', ...base, subnetId, chainName: name, fxIds: [] },
      vmId: typeof genesis === 'string' ? SUBNET_EVM : hex(sha256(Buffer.from(name))),
      ...{ genesisData: hex(Buffer.from(genesis)), subnetAuthorization: input },
    }),
    signers,
  );
}

/** Transfers a subnet to other owners. */
export function transferOwnership(
  net: Network,
  by: Key,
  subnetId: string,
  from: Control,
  to: Control,
): Promise<string> {
  const { input: subnetAuthorization, signers } = authorization(from);
  const newOwner = owners(to.threshold, ...to.keys);
  return send(
    net,
    [by],
    { amount: 0n },
    (base) => ({ type: 'TransferSubnetOwnershipTx', ...base, subnetId, subnetAuthorization, newOwner }),
    signers,
  );
}

/** Adds a permissioned validator. Times in Unix seconds. */
export function addSubnetValidator(
  net: Network,
  by: Key,
  {
    subnetId,
    control,
    ...stake
  }: { subnetId: string; control: Control; nodeId: string; start?: number; end: number; weight: bigint },
): Promise<string> {
  const { input: subnetAuthorization, signers } = authorization(control);
  const { nodeId, start = 0, end, weight } = stake;
  const validator = { nodeId, start: BigInt(start), end: BigInt(end), weight };
  return send(
    net,
    [by],
    { amount: 0n },
    (base) => ({ type: 'AddSubnetValidatorTx', ...base, validator, subnetId, subnetAuthorization }),
    signers,
  );
}

export function removeSubnetValidator(
  net: Network,
  by: Key,
  { subnetId, control, nodeId, memo = '0x' }: { subnetId: string; control: Control; nodeId: string; memo?: string },
): Promise<string> {
  const { input: subnetAuthorization, signers } = authorization(control);
  return send(
    net,
    [by],
    { amount: 0n, memo },
    (base) => ({ type: 'RemoveSubnetValidatorTx', ...base, nodeId, subnetId, subnetAuthorization }),
    signers,
  );
}
