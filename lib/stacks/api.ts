import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { endpoints } from '../../lambdas/app/contract/registry';
import type { Config } from '../../lambdas/core/contract/config';
import { Api, type ApiProps } from '../constructs/api';
import { gatewayResponses } from '../constructs/gateway-responses';
import { limitPerAddress } from '../constructs/limit-per-address';
import { addPlans, getAnonymousKey } from '../constructs/plans';
import { endpointRoute } from '../constructs/route';
import { addDashboard } from '../dashboard';
import { getQueues } from '../functions';
import type { DataStack } from './data';
import type { ExportsStack } from './exports';
import type { IndexerStack } from './indexer';
import type { NodeRpcStack } from './node-rpc';
import type { PChainStack } from './p-chain';
import type { UsageStack } from './usage';
import type { WebhooksStack } from './webhooks';

interface Stacks {
  readonly data: DataStack;
  readonly indexer: IndexerStack;
  readonly webhooks: WebhooksStack;
  readonly exports: ExportsStack;
  readonly usage: UsageStack;
  readonly pChain: PChainStack;
  readonly nodeRpc: NodeRpcStack | undefined;
}

/** Deployed last, so it also has the dashboard. */
export class ApiStack extends Stack {
  readonly api: Api;

  constructor(
    scope: Construct,
    id: string,
    config: Config,
    { data, indexer, webhooks, exports, usage, pChain, nodeRpc }: Stacks,
    code: ApiProps['code'],
    props?: StackProps,
  ) {
    super(scope, id, props);
    this.api = new Api(this, 'Api', {
      name: 'data',
      routes: endpoints.map(endpointRoute),
      plans: Object.values(config.plans),
      config,
      functions: new Map([webhooks, exports, usage, pChain].flatMap(({ answering }) => [...answering])),
      resources: { ...data.resources, bus: indexer.bus, queues: getQueues(indexer.functions) },
      code,
      anonymousKey: getAnonymousKey(config.name, 'data'),
      responses: gatewayResponses('rest', config.keyHeaders),
      accessLog: usage.stream,
    });
    addPlans(this.api, config, this.api, nodeRpc ? [nodeRpc.api] : []);
    limitPerAddress(this, config, this.api);
    const workers = [indexer, webhooks, exports, usage, ...(nodeRpc ? [nodeRpc] : [])];
    const functions = workers.flatMap((stack) => stack.functions);
    addDashboard(this, config, { functions, deadLetters: data.deadLetters });
    new CfnOutput(this, 'DataUrl', { value: this.api.rest.url });
  }
}
