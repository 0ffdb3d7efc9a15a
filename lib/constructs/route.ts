import type { Config } from '../../lambdas/contract/config';
import { kebabOf, type RegisteredEndpoint, routeOf } from '../../lambdas/contract/endpoint';
import type { FunctionUses } from '../../lambdas/contract/function';
import type { RpcRoute } from '../../lambdas/contract/node-rpc/routes';

/** What API Gateway and Lambda need to know of a function that answers requests. */
export interface Route {
  /** Name of its construct, which is never changed. */
  readonly id: string;
  /** `ANY`: every method but OPTIONS. */
  readonly method: RegisteredEndpoint['method'] | RpcRoute['method'];
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

/** The route of an endpoint of the data API. */
export function endpointRoute(endpoint: RegisteredEndpoint): Route {
  // Prices need no grant: their service is the operator's, not AWS's.
  const { queue, prices: _prices, ...uses } = endpoint.uses;
  return {
    id: endpoint.id,
    method: endpoint.method,
    paths: [routeOf(endpoint)],
    handler: `${kebabOf(endpoint)}.handler`,
    isOpen: endpoint.access === 'open',
    throttle: endpoint.throttle ?? 'openEndpoints',
    success: endpoint.success ?? 200,
    uses: { ...uses, ...(queue ? { sends: [queue] } : {}) },
  };
}

/** The route of a function of the node RPC. */
export const rpcRoute = ({ id, file, method, paths, access, memoryMb, uses }: RpcRoute): Route => ({
  id,
  method,
  paths,
  handler: `${file}.handler`,
  isOpen: access === 'open',
  throttle: 'openEndpoints',
  success: 200,
  memoryMb,
  uses,
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
  const limitOf = ({ rate, burst }: Config['docs']) => ({ throttlingRateLimit: rate, throttlingBurstLimit: burst });
  return {
    ...limitOf({ rate: highest('rate'), burst: highest('burst') }),
    methodOptions: Object.fromEntries(
      [
        routes.flatMap(({ paths }) => paths.map((path) => [`${path}/OPTIONS`, limitOf(config.preflight)])),
        routes
          .filter(({ isOpen }) => isOpen)
          .flatMap(({ method, paths, throttle }) =>
            paths.map((path) => [`${path}/${method}`, limitOf(config[throttle])]),
          ),
      ].flat(),
    ),
  };
}
