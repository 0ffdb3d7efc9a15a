import type { FunctionUses } from '../../core/contract/function';

/** Declaration of a node RPC function; its route, grants and throttle derive from it. */
export interface RpcRoute {
  /** Construct id; never change it. */
  readonly id: string;
  /** Entry point below `lambdas`, without extension. */
  readonly file: string;
  /** `ANY`: the function itself rejects methods other than POST, as nodes do. */
  readonly method: 'ANY' | 'GET';
  /** Variables are whole segments. */
  readonly paths: readonly string[];
  /** `open`: never a key, own throttle. `anyone`: a key's plan, or the throttle shared by callers without a key. */
  readonly access: 'open' | 'anyone';
  readonly memoryMb: number;
  readonly uses: FunctionUses;
}

/** Whether a configuration deploys the node RPC, which only serves P-Chains. */
export const servesNodeRpc = ({ pChains }: { readonly pChains: readonly unknown[] }): boolean => pChains.length > 0;

/** Paths at which nodes serve the P-Chain, by alias and by blockchain id. */
export const NODE_PATHS = [
  '/ext/bc/P',
  '/ext/P',
  '/ext/bc/platform',
  '/ext/platform',
  '/ext/bc/11111111111111111111111111111111LpoYY',
] as const;

/** Without a network (the default one) and with one. */
const P_CHAIN_PATHS = [...NODE_PATHS, ...NODE_PATHS.map((path) => `/{network}${path}`)];

export const rpcRoutes: readonly RpcRoute[] = [
  {
    id: 'Call',
    file: 'node-rpc/api/call',
    method: 'ANY',
    paths: P_CHAIN_PATHS,
    access: 'anyone',
    memoryMb: 512,
    // While the node is down, the fee state is served from the index.
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
