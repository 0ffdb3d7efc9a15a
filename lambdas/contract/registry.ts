import type { AnyEndpoint } from './endpoint';
import * as blocks from './endpoints/blocks';
import * as chains from './endpoints/chains';
import * as service from './endpoints/service';
import * as transactions from './endpoints/transactions';

/** Every endpoint of the data API. */
export const endpoints: readonly AnyEndpoint[] = [service, chains, blocks, transactions].flatMap((resource) =>
  Object.values<AnyEndpoint>(resource as unknown as Record<string, AnyEndpoint>),
);
