import type { AnyEndpoint } from './endpoint';
import * as balances from './endpoints/balances';
import * as blocks from './endpoints/blocks';
import * as chains from './endpoints/chains';
import * as contracts from './endpoints/contracts';
import * as nfts from './endpoints/nfts';
import * as service from './endpoints/service';
import * as transactions from './endpoints/transactions';
import * as transfers from './endpoints/transfers';
import * as webhooks from './endpoints/webhooks';

/** Every endpoint of the data API. */
export const endpoints: readonly AnyEndpoint[] = [
  service,
  chains,
  blocks,
  transactions,
  transfers,
  balances,
  contracts,
  nfts,
  webhooks,
].flatMap((resource) => Object.values<AnyEndpoint>(resource as unknown as Record<string, AnyEndpoint>));
