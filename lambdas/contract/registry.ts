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

/** By the name of their files. */
const resources = {
  ...{ service, chains, blocks, transactions, transfers, balances, contracts, nfts, teleporter },
  ...{ webhooks, operations, usage, 'primary-network': primaryNetwork },
  ...{ 'primary-network-blocks': primaryNetworkBlocks, 'primary-network-transactions': primaryNetworkTransactions },
  ...{ 'primary-network-utxos': primaryNetworkUtxos, 'primary-network-balances': primaryNetworkBalances },
  ...{ 'primary-network-rewards': primaryNetworkRewards, 'primary-network-vertices': primaryNetworkVertices },
};

/** Every endpoint of the data API. */
export const endpoints: readonly RegisteredEndpoint[] = Object.entries(resources).flatMap(([resource, declared]) =>
  Object.values<EndpointSpec>(declared).map((endpoint) => ({ ...endpoint, resource })),
);
