import type { EndpointSpec, RegisteredEndpoint } from '../../core/contract/endpoint';
import * as etherscan from '../../etherscan/contract/endpoints';
import * as balances from '../../evm/contract/endpoints/balances';
import * as blocks from '../../evm/contract/endpoints/blocks';
import * as chains from '../../evm/contract/endpoints/chains';
import * as contracts from '../../evm/contract/endpoints/contracts';
import * as nfts from '../../evm/contract/endpoints/nfts';
import * as transactions from '../../evm/contract/endpoints/transactions';
import * as transfers from '../../evm/contract/endpoints/transfers';
import * as teleporter from '../../evm/teleporter/contract/endpoints';
import * as operations from '../../exports/contract/endpoints';
import * as mcp from '../../mcp/contract/endpoints';
import * as metrics from '../../metrics/contract/endpoints';
import * as primaryNetworkBalances from '../../pchain/contract/endpoints/balances';
import * as primaryNetworkBlocks from '../../pchain/contract/endpoints/blocks';
import * as primaryNetwork from '../../pchain/contract/endpoints/network';
import * as primaryNetworkRewards from '../../pchain/contract/endpoints/rewards';
import * as primaryNetworkTransactions from '../../pchain/contract/endpoints/transactions';
import * as primaryNetworkUtxos from '../../pchain/contract/endpoints/utxos';
import * as primaryNetworkVertices from '../../pchain/contract/endpoints/vertices';
import * as usage from '../../usage/contract/endpoints';
import * as webhooks from '../../webhooks/contract/endpoints';
import * as webhookFeed from '../../webhooks/contract/feed-endpoint';
import * as webhookMessages from '../../webhooks/contract/message-endpoints';
import * as webhookSecrets from '../../webhooks/contract/secret-endpoints';
import * as webhookStats from '../../webhooks/contract/stats-endpoint';
import * as service from './service';

const resources: readonly (readonly [
  resource: string,
  folder: string,
  declared: Readonly<Record<string, EndpointSpec>>,
])[] = [
  ['service', 'app/service', service],
  ['chains', 'evm/api/chains', chains],
  ['blocks', 'evm/api/blocks', blocks],
  ['transactions', 'evm/api/transactions', transactions],
  ['transfers', 'evm/api/transfers', transfers],
  ['balances', 'evm/api/balances', balances],
  ['contracts', 'evm/api/contracts', contracts],
  ['nfts', 'evm/api/nfts', nfts],
  ['teleporter', 'evm/teleporter/api', teleporter],
  ['webhooks', 'webhooks/api', { ...webhooks, ...webhookMessages, ...webhookSecrets, ...webhookFeed, ...webhookStats }],
  ['operations', 'exports/api', operations],
  ['usage', 'usage/api', usage],
  ['metrics', 'metrics/api', metrics],
  ['etherscan', 'etherscan/api', etherscan],
  ['mcp', 'mcp/api', mcp],
  ['primary-network', 'pchain/api/network', primaryNetwork],
  ['primary-network-blocks', 'pchain/api/blocks', primaryNetworkBlocks],
  ['primary-network-transactions', 'pchain/api/transactions', primaryNetworkTransactions],
  ['primary-network-utxos', 'pchain/api/utxos', primaryNetworkUtxos],
  ['primary-network-balances', 'pchain/api/balances', primaryNetworkBalances],
  ['primary-network-rewards', 'pchain/api/rewards', primaryNetworkRewards],
  ['primary-network-vertices', 'pchain/api/vertices', primaryNetworkVertices],
];

/** Handlers that join several capabilities. */
const joined: Readonly<Record<string, string>> = { exportTransactions: 'app/api' };

export const endpoints: readonly RegisteredEndpoint[] = resources.flatMap(([resource, folder, declared]) =>
  Object.values(declared)
    .flatMap(({ aliases = [], ...spec }) => [
      spec,
      ...aliases.map((alias) => ({ ...spec, ...alias, aliasOf: spec.id })),
    ])
    .map((endpoint) => ({ ...endpoint, resource, folder: joined[endpoint.id] ?? folder }))
    .toSorted((a, b) => (a.id < b.id ? -1 : 1)),
);
