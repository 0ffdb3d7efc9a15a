import type { EndpointSpec, RegisteredEndpoint } from './endpoint';
import * as balances from './endpoints/balances';
import * as blocks from './endpoints/blocks';
import * as chains from './endpoints/chains';
import * as contracts from './endpoints/contracts';
import * as nfts from './endpoints/nfts';
import * as operations from './endpoints/operations';
import * as primaryNetwork from './endpoints/primary-network';
import * as primaryNetworkBalances from './endpoints/primary-network-balances';
import * as primaryNetworkBlocks from './endpoints/primary-network-blocks';
import * as primaryNetworkRewards from './endpoints/primary-network-rewards';
import * as primaryNetworkTransactions from './endpoints/primary-network-transactions';
import * as primaryNetworkUtxos from './endpoints/primary-network-utxos';
import * as primaryNetworkVertices from './endpoints/primary-network-vertices';
import * as service from './endpoints/service';
import * as teleporter from './endpoints/teleporter';
import * as transactions from './endpoints/transactions';
import * as transfers from './endpoints/transfers';
import * as usage from './endpoints/usage';
import * as webhooks from './endpoints/webhooks';

/** Endpoints by resource, with the folder of their handlers below `lambdas`. */
const resources: readonly (readonly [
  resource: string,
  folder: string,
  declared: Readonly<Record<string, EndpointSpec>>,
])[] = [
  ['service', 'api/service', service],
  ['chains', 'api/chains', chains],
  ['blocks', 'api/blocks', blocks],
  ['transactions', 'api/transactions', transactions],
  ['transfers', 'api/transfers', transfers],
  ['balances', 'api/balances', balances],
  ['contracts', 'api/contracts', contracts],
  ['nfts', 'api/nfts', nfts],
  ['teleporter', 'api/teleporter', teleporter],
  ['webhooks', 'api/webhooks', webhooks],
  ['operations', 'api/operations', operations],
  ['usage', 'api/usage', usage],
  ['primary-network', 'api/primary-network', primaryNetwork],
  ['primary-network-blocks', 'api/primary-network-blocks', primaryNetworkBlocks],
  ['primary-network-transactions', 'api/primary-network-transactions', primaryNetworkTransactions],
  ['primary-network-utxos', 'api/primary-network-utxos', primaryNetworkUtxos],
  ['primary-network-balances', 'api/primary-network-balances', primaryNetworkBalances],
  ['primary-network-rewards', 'api/primary-network-rewards', primaryNetworkRewards],
  ['primary-network-vertices', 'api/primary-network-vertices', primaryNetworkVertices],
];

/** Handlers that join several capabilities, by endpoint. */
const joined: Readonly<Record<string, string>> = { exportTransactions: 'app/api' };

/** Every endpoint of the data API, aliases included, by id within its resource. */
export const endpoints: readonly RegisteredEndpoint[] = resources.flatMap(([resource, folder, declared]) =>
  Object.values(declared)
    .flatMap(({ aliases = [], ...spec }) => [
      spec,
      ...aliases.map((alias) => ({ ...spec, ...alias, aliasOf: spec.id })),
    ])
    .map((endpoint) => ({ ...endpoint, resource, folder: joined[endpoint.id] ?? folder }))
    .toSorted((a, b) => (a.id < b.id ? -1 : 1)),
);
