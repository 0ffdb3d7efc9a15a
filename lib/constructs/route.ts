import { basename } from 'node:path';
import { endpoints } from '../../lambdas/app/contract/registry';
import type { Config } from '../../lambdas/core/contract/config';
import { getBundle, getFunction, getRoute, type RegisteredEndpoint } from '../../lambdas/core/contract/endpoint';
import type { FunctionUses } from '../../lambdas/core/contract/function';
import type { RpcRoute } from '../../lambdas/node-rpc/contract/routes';
import type { StackId } from '../stack-names';

export interface Route {
  /** Construct ID; must never change. Routes with the same ID share the function. */
  readonly id: string;
  /** `ANY`: every method but OPTIONS. HEAD exists on open routes only, for monitors. */
  readonly methods: readonly (RegisteredEndpoint['method'] | RpcRoute['method'] | 'HEAD')[];
  readonly paths: readonly string[];
  readonly handler: string;
  readonly isOpen: boolean;
  readonly throttle: 'openEndpoints' | 'docs';
  readonly success: number;
  readonly keyParameter?: string;
  readonly memoryMb?: number;
  readonly timeoutSeconds?: number;
  readonly uses: FunctionUses;
}

/** An open GET also gets HEAD: the same function responds, and API Gateway drops the body. */
const getMethods = ({ method, access }: Pick<RegisteredEndpoint | RpcRoute, 'method' | 'access'>): Route['methods'] =>
  method === 'GET' && access === 'open' ? ['GET', 'HEAD'] : [method];

export function endpointRoute(endpoint: RegisteredEndpoint): Route {
  // Prices need no grant: the price service is not on AWS.
  const { queue, prices: _prices, ...uses } = endpoint.uses;
  return {
    id: getFunction(endpoint),
    methods: endpoint.rejectsOtherMethods ? ['ANY'] : getMethods(endpoint),
    paths: [getRoute(endpoint)],
    handler: `${getBundle(endpoint)}.handler`,
    isOpen: endpoint.access === 'open',
    throttle: endpoint.throttle ?? 'openEndpoints',
    success: endpoint.success ?? 200,
    ...(endpoint.keyParameter === undefined ? {} : { keyParameter: endpoint.keyParameter }),
    ...(endpoint.timeoutSeconds === undefined ? {} : { timeoutSeconds: endpoint.timeoutSeconds }),
    uses: { ...uses, ...(queue ? { sends: [queue] } : {}) },
  };
}

/** By the endpoints' resource. In one stack, all functions would exceed 500 resources. */
const STACKS: Readonly<Record<string, StackId>> = { webhooks: 'webhooks', operations: 'exports', usage: 'usage' };

export const getStack = ({ resource }: Pick<RegisteredEndpoint, 'resource'>): StackId =>
  resource.startsWith('primary-network') ? 'p-chain' : (STACKS[resource] ?? 'api');

export const routesIn = (stack: StackId): Route[] =>
  endpoints.filter((endpoint) => getStack(endpoint) === stack).map(endpointRoute);

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

/** Shared by all callers. Methods outside any usage plan get less: they would cost money at any request rate. */
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
