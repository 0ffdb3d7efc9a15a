import type { Demo } from '../../demo/demo';
import type { RegisteredEndpoint } from '../../lambdas/core/contract/endpoint';
import { type Call, CHAIN, NETWORK, P_CHAIN } from './calls';

const MAX_LIST = 20;

/** The values of the demo for each parameter, best first. */
export async function findCandidates(call: Call, contracts: Demo['contracts']) {
  const chain = { params: { chainId: CHAIN } };
  const { transactions } = await call<{ transactions: { txHash: string; from: { address: string } }[] }>(
    'listLatestTransactions',
    { ...chain, query: { pageSize: '100' } },
  );
  const network = { network: NETWORK };
  const messages = await call<{ messages: { messageId: string; from: string }[] }>('listTeleporterMessages');
  const validators = await call<{ validators: { nodeId: string; txHash: string }[] }>('listValidators', {
    params: network,
  });
  const l1 = await call<{ validators: { nodeId: string; validationId: string; subnetId: string }[] }>(
    'listL1Validators',
    { params: network },
  );
  const subnets = await call<{ subnets: { subnetId: string }[] }>('listSubnets', { params: network });
  const pTransactions = await call<{ transactions: { txHash: string; consumedUtxos: { assetId?: string }[] }[] }>(
    'listLatestPrimaryNetworkTransactions',
    { params: P_CHAIN },
  );
  const blockchains = await call<{ blockchains: { blockchainId: string }[] }>('listBlockchains', { params: network });
  const read = JSON.stringify([pTransactions, validators]);
  const assets = [...new Set(read.match(/(?<="assetId":")\w+/g))];
  const owners = [...new Set(read.match(/[a-z]+1[02-9ac-hj-np-z]{38}/g))];
  const nodes = [...validators.validators, ...l1.validators].map(({ nodeId }) => nodeId);
  const senders = new Set(transactions.map(({ from }) => from.address));
  const byName: Readonly<Record<string, readonly string[]>> = {
    chainId: [CHAIN],
    network: [NETWORK],
    blockchainId: ['p-chain'],
    address: [...messages.messages.map(({ from }) => from), ...senders, ...Object.values(contracts)],
    addresses: [owners.slice(0, MAX_LIST).join()],
    nodeIds: [nodes.slice(0, MAX_LIST).join()],
    blockId: ['20', '21', '22'],
    txHash: transactions.map(({ txHash }) => txHash),
    tokenId: ['1', '2', '3', '10'],
    messageId: messages.messages.map(({ messageId }) => messageId),
    nodeId: nodes,
    l1ValidationId: l1.validators.map(({ validationId }) => validationId),
    subnetId: [...l1.validators, ...subnets.subnets].map(({ subnetId }) => subnetId),
    assetId: assets,
  };
  const ofPChain: typeof byName = {
    blockId: ['10', '5', '1'],
    txHash: pTransactions.transactions.map(({ txHash }) => txHash),
  };
  return {
    byName,
    find({ id, path, params }: RegisteredEndpoint, name: string): readonly string[] {
      if (id === 'getBlockchainById' && name === 'blockchainId')
        return blockchains.blockchains.map(({ blockchainId }) => blockchainId);
      if (name === 'metric') return (params.shape as { metric?: { options?: string[] } }).metric?.options ?? [];
      return (path.includes('/networks/') ? ofPChain[name] : undefined) ?? byName[name] ?? [];
    },
  };
}
export type Candidates = Awaited<ReturnType<typeof findCandidates>>;
