import type { Output } from './codec/parts';
import type { UnsignedTx } from './codec/tx';
import { getUtxo } from './replay/outputs';
import type { TxAdditions } from './rows';

/** Addresses and validation IDs that list a transaction; no duplicates. */
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

const getOutputs = (tx: UnsignedTx): readonly Output[] => [
  ...getChainOutputs(tx),
  ...('exportedOutputs' in tx ? tx.exportedOutputs : []),
];

/** On the P-Chain itself: includes stakes, excludes exports. */
export const getChainOutputs = (tx: UnsignedTx): readonly Output[] => [
  ...('outputs' in tx ? tx.outputs : []),
  ...('stake' in tx ? tx.stake : []),
];

const namedOwners = (tx: UnsignedTx) => [
  ...('rewardsOwner' in tx ? [tx.rewardsOwner] : []),
  ...('validationRewardsOwner' in tx ? [tx.validationRewardsOwner, tx.delegationRewardsOwner] : []),
  ...(tx.type === 'CreateSubnetTx' ? [tx.owner] : []),
  ...(tx.type === 'TransferSubnetOwnershipTx' ? [tx.newOwner] : []),
];
