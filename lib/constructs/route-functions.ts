import type { Code, IFunction } from 'aws-cdk-lib/aws-lambda';
import type { RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { Config } from '../../lambdas/core/contract/config';
import { ServiceFunction } from './function';
import { grantUses, type Resources } from './grants';
import type { Route } from './route';

interface RouteFunctionsProps {
  readonly code: Code;
  readonly config: Config;
  readonly resources: Resources;
}

/** By route ID. Routes with the same ID share one function. */
export function addRouteFunctions(
  scope: Construct,
  routes: readonly Route[],
  { code, config, resources }: RouteFunctionsProps,
): ReadonlyMap<string, IFunction> {
  const functions = new Map<string, IFunction>();
  for (const { id, handler, memoryMb, timeoutSeconds, uses } of routes) {
    if (functions.has(id)) continue;
    const service = new ServiceFunction(scope, id, {
      code,
      handler,
      logRetention: config.logRetentionDays as RetentionDays,
      ...(memoryMb === undefined ? {} : { memoryMb }),
      ...(timeoutSeconds === undefined ? {} : { timeoutSeconds }),
    });
    grantUses(service, uses, resources);
    service.grantTelemetry(config);
    functions.set(id, service.fn);
  }
  return functions;
}
