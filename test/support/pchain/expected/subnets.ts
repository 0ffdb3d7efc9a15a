import type { Recording } from '../../../../demo/p-chain/recording';
import { known, must } from './json';
import { getNetwork, type Network, P_CHAIN, type PlacedTx } from './network';
import { type ExpectedOwnership, getOwnership } from './transactions';

type ExpectedBlockchain = {
  blockchainId: string;
  vmId: string;
  subnetId: string;
  blockchainName: string;
  createBlockNumber: string;
  createBlockTimestamp: number;
  evmChainId?: number;
};

export type ExpectedSubnet = {
  subnetId: string;
  createBlockTimestamp: number;
  createBlockIndex: string;
  subnetOwnershipInfo: ExpectedOwnership;
  ownerAddresses: string[];
  threshold: number;
  locktime: number;
  isL1: boolean;
  l1ConversionTransactionHash?: string;
  l1ValidatorManagerDetails?: { blockchainId: string; contractAddress: string };
  blockchains: ExpectedBlockchain[];
};

type NodeSubnet = {
  controlKeys: string[];
  threshold: string;
  locktime: string;
  conversionID: string;
  managerChainID: string;
  managerAddress: string | null;
};

type Chains = { blockchains: { id: string; name: string; subnetID: string; vmID: string }[] };

export function expectedSubnets(recording: Recording): ExpectedSubnet[] {
  const network = getNetwork(recording);
  const { subnets } = network.answer<{ subnets: { id: string }[] }>('platform.getSubnets', {});
  const ids = new Set(subnets.map(({ id }) => id));
  const chains = expectedBlockchains(recording);
  const created = network.txs.filter(({ id }) => ids.has(id));
  // The node lists the primary network, which no block created.
  if (created.length !== ids.size - 1) throw new Error(`${created.length} of ${ids.size} subnets are in blocks`);
  return created.map(({ id, block, time }) => {
    const said = network.answer<NodeSubnet>('platform.getSubnet', { subnetID: id });
    const owner = getOwnership({ ...said, addresses: said.controlKeys });
    return known<ExpectedSubnet>({
      ...{ subnetId: id, createBlockTimestamp: time, createBlockIndex: block.height },
      ...{ subnetOwnershipInfo: owner, ownerAddresses: owner.addresses },
      ...{ threshold: owner.threshold, locktime: owner.locktime },
      isL1: said.conversionID !== P_CHAIN,
      ...(said.conversionID !== P_CHAIN && getConversion(network, id, said)),
      blockchains: chains.filter(({ subnetId }) => subnetId === id),
    });
  });
}

/** Genesis blockchains have no recorded EVM chain id. Nodes leave the P-Chain out. */
export function expectedPrimaryNetwork(recording: Recording): ExpectedSubnet {
  const network = getNetwork(recording);
  const { blockchains } = network.answer<Chains>('platform.getBlockchains', {});
  const time = network.getTime(must(network.blocks[0], 'the genesis'));
  const created = { createBlockNumber: '-1', createBlockTimestamp: time };
  return {
    ...{ subnetId: P_CHAIN, createBlockIndex: '-1', createBlockTimestamp: time, isL1: false },
    ...{ subnetOwnershipInfo: { addresses: [], threshold: 0, locktime: 0 } },
    ...{ ownerAddresses: [], threshold: 0, locktime: 0 },
    blockchains: [{ id: P_CHAIN, name: 'P-Chain', subnetID: P_CHAIN, vmID: 'platformvm' }, ...blockchains]
      .filter(({ subnetID }) => subnetID === P_CHAIN)
      .map(({ id, name, vmID }) => ({
        ...{ blockchainId: id, vmId: vmID, subnetId: P_CHAIN, blockchainName: name, ...created },
      })),
  };
}

export function expectedBlockchains(recording: Recording): ExpectedBlockchain[] {
  const network = getNetwork(recording);
  const { blockchains } = network.answer<Chains>('platform.getBlockchains', {});
  const byId = new Map(blockchains.map((chain) => [chain.id, chain]));
  return network.txs.flatMap((tx) => {
    const chain = byId.get(tx.id);
    if (!chain) return [];
    return known<ExpectedBlockchain>({
      ...{ blockchainId: chain.id, vmId: chain.vmID, subnetId: chain.subnetID, blockchainName: chain.name },
      ...{ createBlockNumber: tx.block.height, createBlockTimestamp: tx.time, evmChainId: getEvmChainId(tx) },
    });
  });
}

function getConversion(network: Network, subnetId: string, { managerChainID, managerAddress }: NodeSubnet) {
  const tx = network.txs.find(({ unsignedTx }) => unsignedTx.validators && unsignedTx.subnetID === subnetId);
  return {
    l1ConversionTransactionHash: must(tx, `the conversion of ${subnetId}`).id,
    l1ValidatorManagerDetails: { blockchainId: managerChainID, contractAddress: managerAddress ?? '0x' },
  };
}

/** Only EVM genesis data is JSON. */
function getEvmChainId({ unsignedTx: { genesisData = '' } }: PlacedTx): number | undefined {
  try {
    const genesis = JSON.parse(Buffer.from(genesisData, 'base64').toString('utf8')) as {
      config?: { chainId?: number };
    };
    return genesis.config?.chainId;
  } catch {
    return undefined;
  }
}
