import { findChain } from '../../core/config/runtime';
import type { RuntimeConfig } from '../../core/contract/config';
import { getRoute } from '../../core/contract/endpoint';
import { ANONYMOUS } from '../../core/contract/key-text';
import { pChainSource } from '../../core/contract/pchain-source';
import { rpcRoutes } from '../../node-rpc/contract/routes';
import { STAGE } from '../../usage/contract/access-log';
import type { UsageSettings } from '../../usage/domain/usage';
import { endpoints } from '../contract/registry';

const WEIGHTS: ReadonlyMap<string, number> = new Map(
  endpoints.map((endpoint) => [`${endpoint.method} ${getRoute(endpoint)}`, endpoint.weight]),
);
const RPC_PATHS: ReadonlySet<string> = new Set(rpcRoutes.flatMap(({ paths }) => paths));
const CALL_PATHS: ReadonlySet<string> = new Set(
  rpcRoutes.filter(({ access }) => access !== 'open').flatMap(({ paths }) => paths),
);

export const usageSettings = ({ chains, pChains }: Pick<RuntimeConfig, 'chains' | 'pChains'>): UsageSettings => ({
  stage: STAGE,
  anonymousPlan: ANONYMOUS.plan,
  weightIn(surface, method, resource) {
    // HEAD counts as GET. The node RPC rejects other methods itself, and has no weights.
    if (surface === 'data') return WEIGHTS.get(`${method === 'HEAD' ? 'GET' : method} ${resource}`);
    return RPC_PATHS.has(resource) && method !== 'OPTIONS' ? 0 : undefined;
  },
  // A path may name any chain: only configured chains are counted by name.
  chainIn(resource, { chainId, network }) {
    if (chainId !== undefined) return findChain(chains, chainId)?.chainId;
    const isDefault = network === undefined && CALL_PATHS.has(resource);
    const pChain = isDefault
      ? (pChains.find((one) => one.default) ?? pChains[0])
      : pChains.find((one) => one.network === (network === 'testnet' ? 'fuji' : network));
    return pChain && pChainSource(pChain.network);
  },
});
