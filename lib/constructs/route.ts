import { basename } from 'node:path';
import { endpoints } from '../../lambdas/app/contract/registry';
import type { Config } from '../../lambdas/core/contract/config';
import { getBundle, getFunction, getRoute, type RegisteredEndpoint } from '../../lambdas/core/contract/endpoint';
import type { FunctionUses } from '../../lambdas/core/contract/function';
import type { RpcRoute } from '../../lambdas/node-rpc/contract/routes';
import type { StackId } from '../stack-names';

/** What API Gateway and Lambda need to know of a function that answers requests. */
export interface Route {
  /** Name of its function's construct, which is never changed. Routes with the same one share the function. */
  readonly id: string;
  /** `ANY`: every method but OPTIONS. HEAD is of open routes alone, which monitors ask. */
  readonly methods: readonly (RegisteredEndpoint['method'] | RpcRoute['method'] | 'HEAD')[];
  /** A variable is a whole segment. */
  readonly paths: readonly string[];
  /** `get-block.handler` */
  readonly handler: string;
  readonly isOpen: boolean;
  /** Of an open route: its throttle in the configuration. */
  readonly throttle: 'openEndpoints' | 'docs';
  readonly success: number;
  readonly memoryMb?: number;
  readonly uses: FunctionUses;
}

/** Of an open GET also HEAD: the same function answers, and API Gateway leaves the body out. */
const getMethods = ({ method, access }: Pick<RegisteredEndpoint | RpcRoute, 'method' | 'access'>): Route['methods'] =>
  method === 'GET' && access === 'open' ? ['GET', 'HEAD'] : [method];

/** The route of an endpoint of the data API. */
export function endpointRoute(endpoint: RegisteredEndpoint): Route {
  // Prices need no grant: their service is the operator's, not AWS's.
  const { queue, prices: _prices, ...uses } = endpoint.uses;
  return {
    id: getFunction(endpoint),
    methods: getMethods(endpoint),
    paths: [getRoute(endpoint)],
    handler: `${getBundle(endpoint)}.handler`,
    isOpen: endpoint.access === 'open',
    throttle: endpoint.throttle ?? 'openEndpoints',
    success: endpoint.success ?? 200,
    uses: { ...uses, ...(queue ? { sends: [queue] } : {}) },
  };
}

/** Stacks of endpoint functions other than the API's own, which would exceed 500 resources. Keyed by the file that declares the endpoints. */
const STACKS: Readonly<Record<string, StackId>> = { webhooks: 'webhooks', operations: 'exports', usage: 'usage' };

/** The stack of the function that answers an endpoint. */
export const getStack = ({ resource }: Pick<RegisteredEndpoint, 'resource'>): StackId =>
  resource.startsWith('primary-network') ? 'p-chain' : (STACKS[resource] ?? 'api');

/** The routes of the endpoints whose functions are in a stack. */
export const routesIn = (stack: StackId): Route[] =>
  endpoints.filter((endpoint) => getStack(endpoint) === stack).map(endpointRoute);

/** The route of a function of the node RPC. */
export const rpcRoute = ({ file, ...route }: RpcRoute): Route => ({
  id: route.id,
  methods: getMethods(route),
  paths: route.paths,
  handler: `${basename(file)}.handler`,
  isOpen: route.access === 'open',
  throttle: 'openEndpoints',
  success: 200,
  memoryMb: route.memoryMb,
  uses: route.uses,
});

/**
 * A throttle for every method, of all callers together: as much as the highest of the API's plans allows, and less where
 * no usage plan counts, as those methods cost money at whatever rate strangers call them.
 */
export function throttles(
  routes: readonly Route[],
  plans: readonly Config['docs'][],
  config: Pick<Config, 'docs' | 'openEndpoints' | 'preflight'>,
) {
  const highest = (limit: 'rate' | 'burst') => Math.max(...plans.map((plan) => plan[limit]));
  const getLimit = ({ rate, burst }: Config['docs']) => ({ throttlingRateLimit: rate, throttlingBurstLimit: burst });
  return {
    ...getLimit({ rate: highest('rate'), burst: highest('burst') }),
    methodOptions: Object.fromEntries(
      [
        routes.flatMap(({ paths }) => paths.map((path) => [`${path}/OPTIONS`, getLimit(config.preflight)])),
        routes
          .filter(({ isOpen }) => isOpen)
          .flatMap(({ methods, paths, throttle }) =>
            paths.flatMap((path) =>
              methods.map((method) => [
                `${path}/${method}`,
                getLimit(config[method === 'HEAD' ? 'preflight' : throttle]),
              ]),
            ),
          ),
      ].flat(),
    ),
  };
}
