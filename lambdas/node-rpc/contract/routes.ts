import type { FunctionUses } from '../../core/contract/function';

export interface RpcRoute {
  /** Construct id; never change it. */
  readonly id: string;
  readonly file: string;
  /** `ANY`: the function itself rejects methods other than POST, as nodes do. */
  readonly method: 'ANY' | 'GET';
  readonly paths: readonly string[];
  /** `open`: never a key, own throttle. `anyone`: a key's plan, or the throttle shared by callers without a key. */
  readonly access: 'open' | 'anyone';
  readonly memoryMb: number;
  readonly uses: FunctionUses;
}

export const servesNodeRpc = ({ pChains }: { readonly pChains: readonly unknown[] }): boolean => pChains.length > 0;

export const NODE_PATHS = [
  '/ext/bc/P',
  '/ext/P',
  '/ext/bc/platform',
  '/ext/platform',
  '/ext/bc/11111111111111111111111111111111LpoYY',
] as const;

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
