import { Stack, type StackProps } from 'aws-cdk-lib';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { Config } from '../../lambdas/core/contract/config';
import type { CodeOf } from '../assets';
import { routesIn } from '../constructs/route';
import { addRouteFunctions } from '../constructs/route-functions';
import { addFunctions, type DeployedFunction, getQueues } from '../functions';
import type { DataStack } from './data';
import type { IndexerStack } from './indexer';

export class WebhooksStack extends Stack {
  readonly functions: readonly DeployedFunction[];
  readonly answering: ReadonlyMap<string, IFunction>;

  constructor(
    scope: Construct,
    id: string,
    config: Config,
    { data, indexer }: { readonly data: DataStack; readonly indexer: IndexerStack },
    toCode: CodeOf,
    props?: StackProps,
  ) {
    super(scope, id, props);
    const resources = { ...data.resources, bus: indexer.bus };
    this.functions = addFunctions(this, 'webhooks', {
      config,
      code: toCode('webhooks'),
      topic: data.alarms,
      deadLetters: data.deadLetters,
      resources,
    });
    this.answering = addRouteFunctions(new Construct(this, 'Api'), routesIn('webhooks'), {
      code: toCode('api'),
      config,
      resources: { ...resources, queues: getQueues(this.functions) },
    });
  }
}
