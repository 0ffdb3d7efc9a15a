import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { Config } from '../../lambdas/core/contract/config';
import { rpcRoutes } from '../../lambdas/node-rpc/contract/routes';
import { Api, type ApiProps } from '../constructs/api';
import { gatewayResponses } from '../constructs/gateway-responses';
import { limitPerAddress } from '../constructs/limit-per-address';
import { addRpcPlan, getAnonymousKey } from '../constructs/plans';
import { rpcRoute } from '../constructs/route';
import { addFunctions, type DeployedFunction } from '../functions';
import type { DataStack } from './data';
import type { IndexerStack } from './indexer';
import type { UsageStack } from './usage';

/** Its own REST API, so that it can have its own domain. */
export class NodeRpcStack extends Stack {
  readonly api: Api;
  readonly functions: readonly DeployedFunction[];

  constructor(
    scope: Construct,
    id: string,
    config: Config,
    { data, indexer, usage }: { readonly data: DataStack; readonly indexer: IndexerStack; readonly usage: UsageStack },
    code: ApiProps['code'],
    props?: StackProps,
  ) {
    super(scope, id, props);
    const resources = { ...data.resources, bus: indexer.bus };
    this.functions = addFunctions(this, 'node-rpc', {
      config,
      code: code.routes,
      topic: data.alarms,
      deadLetters: data.deadLetters,
      resources,
    });
    this.api = new Api(this, 'Api', {
      name: 'rpc',
      routes: rpcRoutes.map(rpcRoute),
      plans: [config.nodeRpc, ...Object.values(config.plans)],
      config,
      resources: { ...resources, queues: new Map() },
      code,
      anonymousKey: getAnonymousKey(config.name, 'rpc'),
      responses: gatewayResponses('json-rpc', config.keyHeaders),
      accessLog: usage.stream,
    });
    addRpcPlan(this.api, config, this.api);
    limitPerAddress(this, config, this.api);
    new CfnOutput(this, 'RpcUrl', { value: this.api.rest.url });
  }
}
