import { toCb58 } from '../../core/domain/cb58';
import type { Blockchain, Subnet as SubnetView } from '../contract/schemas/subnets';
import { PRIMARY_NETWORK, type Subnet } from '../domain/replay/state';
import type { PTxRow } from '../domain/rows';
import type { PBlockchainRow } from '../rows/items';
import { genesisView, parseUnsigned } from './decoded';
import { type NetworkIds, ownershipView } from './owners';

export function subnetView(
  { subnetId, created, owner, conversion }: Subnet,
  blockchains: readonly PBlockchainRow[],
  ids: Pick<NetworkIds, 'hrp'>,
): SubnetView {
  const subnetOwnershipInfo = ownershipView(owner, ids);
  const { addresses: ownerAddresses, threshold, locktime } = subnetOwnershipInfo;
  return {
    ...(created.time === undefined
      ? {}
      : { createBlockTimestamp: created.time, createBlockIndex: blockView(created.block) }),
    subnetId: toCb58(subnetId),
    ownerAddresses,
    threshold,
    locktime,
    subnetOwnershipInfo,
    isL1: conversion !== undefined,
    ...(conversion
      ? {
          ...(conversion.txId === undefined ? {} : { l1ConversionTransactionHash: toCb58(conversion.txId) }),
          l1ValidatorManagerDetails: managerView(conversion.managerChainId, conversion.managerAddress),
        }
      : {}),
    blockchains: blockchains.map((one) => blockchainView(one)),
  };
}

/** The public API shows -1 for items of the genesis, which is not a block. */
const blockView = (block: number): string => (block === 0 ? '-1' : String(block));

export const managerView = (blockchainId: string, contractAddress: string) => ({
  blockchainId: toCb58(blockchainId),
  contractAddress,
});

/** Includes the genesis if the creating transaction is passed. */
export function blockchainView(row: PBlockchainRow, createdBy: Pick<PTxRow, 'bytes'> = {}): Blockchain {
  const { created, blockchainId, vmId, subnetId, name, evmChainId } = row;
  const tx = parseUnsigned(createdBy);
  return {
    ...(created.time === undefined
      ? {}
      : { createBlockTimestamp: created.time, createBlockNumber: blockView(created.block) }),
    blockchainId: toCb58(blockchainId),
    // The public API shows the P-Chain's VM by name.
    vmId: blockchainId === PRIMARY_NETWORK ? 'platformvm' : toCb58(vmId),
    subnetId: toCb58(subnetId),
    blockchainName: name,
    ...(evmChainId === undefined ? {} : { evmChainId }),
    ...(tx?.type === 'CreateChainTx' ? { genesisData: genesisView(tx.genesisData) } : {}),
  };
}
