import { Stack, type StackProps } from 'aws-cdk-lib';
import type { Code } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import type { Config } from '../../lambdas/contract/config';
import { addFunctions, type DeployedFunction } from '../functions';
import type { DataStack } from './data';
import type { IndexerStack } from './indexer';

/** The functions that turn blocks into messages and deliver them to receivers. */
export class WebhooksStack extends Stack {
  readonly functions: readonly DeployedFunction[];

  constructor(
    scope: Construct,
    id: string,
    config: Config,
    { data, indexer }: { readonly data: DataStack; readonly indexer: IndexerStack },
    code: Code,
    props?: StackProps,
  ) {
    super(scope, id, props);
    this.functions = addFunctions(this, 'webhooks', {
      config,
      code,
      topic: data.alarms,
      deadLetters: data.deadLetters,
      resources: { ...data.resources, bus: indexer.bus },
    });
  }
}
