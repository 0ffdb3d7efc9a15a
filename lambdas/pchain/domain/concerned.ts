import type { Output } from './codec/parts';
import type { UnsignedTx } from './codec/tx';
import { getUtxo } from './replay/outputs';
import type { TxAdditions } from './rows';

/** Everybody and every L1 validator that a transaction concerns: what its lists are of. 0x and digits, each once. */
export function concernedBy(unsigned: UnsignedTx, additions: TxAdditions): string[] {
  const outputs = getOutputs(unsigned).map((output) => getUtxo('', 0, output).owners);
  const owners = [
    ...(additions.spent ?? []).map((one) => one.owners),
    ...outputs,
    ...(additions.created ?? []).map((one) => one.owners),
    ...namedOwners(unsigned),
  ];
  return [
    ...new Set([
      ...owners.flatMap(({ addresses }) => addresses),
      ...(additions.l1Changes ?? []).map(({ validationId }) => validationId),
    ]),
  ];
}

/** Every output that a transaction's bytes say: its own, its stake, and what it exports. */
const getOutputs = (tx: UnsignedTx): readonly Output[] => [
  ...getChainOutputs(tx),
  ...('exportedOutputs' in tx ? tx.exportedOutputs : []),
];

/** The outputs among them that are of the P-chain itself: its own, and its stake. */
export const getChainOutputs = (tx: UnsignedTx): readonly Output[] => [
  ...('outputs' in tx ? tx.outputs : []),
  ...('stake' in tx ? tx.stake : []),
];

/** Owners that it names besides: of rewards, and of subnets. */
const namedOwners = (tx: UnsignedTx) => [
  ...('rewardsOwner' in tx ? [tx.rewardsOwner] : []),
  ...('validationRewardsOwner' in tx ? [tx.validationRewardsOwner, tx.delegationRewardsOwner] : []),
  ...(tx.type === 'CreateSubnetTx' ? [tx.owner] : []),
  ...(tx.type === 'TransferSubnetOwnershipTx' ? [tx.newOwner] : []),
];
