import type { FunctionUses } from '../../core/contract/function';

/** A function of the node RPC that answers requests, declared once: its route, its grants and its throttle derive. */
export interface RpcRoute {
  /** Name of its construct, which is never changed. */
  readonly id: string;
  /** Its entry point below `lambdas`, without the extension. */
  readonly file: string;
  /** `ANY`: the function itself refuses other methods than POST, as nodes do. */
  readonly method: 'ANY' | 'GET';
  /** A variable is a whole segment. */
  readonly paths: readonly string[];
  /** `open`: no key at all, own throttle. `anyone`: a key's plan, or the throttle of callers without one. */
  readonly access: 'open' | 'anyone';
  readonly memoryMb: number;
  readonly uses: FunctionUses;
}

/** Whether a configuration has a node RPC: it serves P-Chains. */
export const servesNodeRpc = ({ pChains }: { readonly pChains: readonly unknown[] }): boolean => pChains.length > 0;

/** Where nodes serve the P-chain: by its aliases and by its blockchain id. */
export const NODE_PATHS = [
  '/ext/bc/P',
  '/ext/P',
  '/ext/bc/platform',
  '/ext/platform',
  '/ext/bc/11111111111111111111111111111111LpoYY',
] as const;

/** The default network, and each by its name. */
const P_CHAIN_PATHS = [...NODE_PATHS, ...NODE_PATHS.map((path) => `/{network}${path}`)];

export const rpcRoutes: readonly RpcRoute[] = [
  {
    id: 'Call',
    file: 'node-rpc/api/call',
    method: 'ANY',
    paths: P_CHAIN_PATHS,
    access: 'anyone',
    memoryMb: 512,
    // While the node does not answer, what is indexed of its chain tells the fee state.
    uses: { reads: ['NodeHead', 'Cursor', 'PNetwork', 'PBlock'], writes: ['NodeHead'], pChainNode: true },
  },
  {
    id: 'Health',
    file: 'node-rpc/api/health',
    method: 'GET',
    paths: ['/ext/health'],
    access: 'open',
    memoryMb: 512,
    uses: { reads: ['NodeHead'], writes: ['NodeHead'], pChainNode: true },
  },
  {
    id: 'OpenRpc',
    file: 'node-rpc/api/openrpc-document',
    method: 'GET',
    paths: ['/openrpc.json'],
    access: 'open',
    memoryMb: 256,
    uses: {},
  },
];
