import { toCb58 } from '../../core/domain/cb58';
import type { PChainTransaction } from '../contract/schemas/transactions';
import type { UnsignedTx } from '../domain/codec/tx';
import { nodeIdText } from '../domain/node-id';
import { PRIMARY_NETWORK } from '../domain/replay/state';
import { genesisView } from './decoded';
import { addressesView, type NetworkIds, ownershipView } from './owners';
import { managerView } from './subnet';

/** Shares are millionths. */
export const SHARES_PER_PERCENT = 10_000;

export function detailsView(tx: UnsignedTx, ids: NetworkIds): Partial<PChainTransaction> {
  const node = nodeIdIn(tx);
  const subnet = subnetIdIn(tx);
  const rewarded = rewardedBy(tx);
  return {
    ...(node === undefined ? {} : { nodeId: nodeIdText(node) }),
    ...(subnet === undefined ? {} : { subnetId: toCb58(subnet) }),
    ...(rewarded ? { rewardAddresses: addressesView(rewarded.addresses, ids) } : {}),
    ...('shares' in tx ? { delegationFeePercent: (tx.shares / SHARES_PER_PERCENT).toFixed(4) } : {}),
    ...('txId' in tx ? { stakingTxHash: toCb58(tx.txId) } : {}),
    ...ofRenewal(tx, ids),
    ...('memo' in tx && tx.memo !== '0x' ? { memo: tx.memo } : {}),
    ...('sourceChain' in tx ? { sourceChain: toCb58(tx.sourceChain) } : {}),
    ...('destinationChain' in tx ? { destinationChain: toCb58(tx.destinationChain) } : {}),
    ...('signer' in tx && tx.signer.type === 'ProofOfPossession'
      ? { blsCredentials: { publicKey: tx.signer.publicKey, proofOfPossession: tx.signer.proofOfPossession } }
      : {}),
    ...ofSubnet(tx, ids),
  };
}

function ofRenewal(tx: UnsignedTx, ids: NetworkIds): Partial<PChainTransaction> {
  if (!('autoCompoundRewardShares' in tx)) return {};
  const { autoCompoundRewardShares, period } = tx;
  const authority = 'validatorAuthority' in tx ? tx.validatorAuthority : undefined;
  return {
    period: Number(period),
    autoCompoundRewardShares,
    ...(authority
      ? { validatorAuthority: { addresses: addressesView(authority.addresses, ids), threshold: authority.threshold } }
      : {}),
  };
}

function ofSubnet(tx: UnsignedTx, ids: NetworkIds): Partial<PChainTransaction> {
  switch (tx.type) {
    case 'CreateSubnetTx':
      return { subnetOwnershipInfo: ownershipView(tx.owner, ids) };
    case 'TransferSubnetOwnershipTx':
      return { subnetOwnershipInfo: ownershipView(tx.newOwner, ids) };
    case 'CreateChainTx': {
      const { chainName, vmId, genesisData } = tx;
      return { blockchainInfo: { chainName, vmId: toCb58(vmId), genesisData: genesisView(genesisData) } };
    }
    case 'ConvertSubnetToL1Tx':
      return { l1ValidatorManagerDetails: managerView(tx.chainId, tx.address) };
    default:
      return {};
  }
}

function nodeIdIn(tx: UnsignedTx): string | undefined {
  if ('validator' in tx) return tx.validator.nodeId;
  return 'nodeId' in tx ? tx.nodeId : undefined;
}

/** Early staking transactions have no subnet ID: they were for the primary network only. */
function subnetIdIn(tx: UnsignedTx): string | undefined {
  if ('subnetId' in tx) return tx.subnetId;
  return 'stake' in tx ? PRIMARY_NETWORK : undefined;
}

function rewardedBy(tx: UnsignedTx) {
  if ('rewardsOwner' in tx) return tx.rewardsOwner;
  return 'validationRewardsOwner' in tx ? tx.validationRewardsOwner : undefined;
}
