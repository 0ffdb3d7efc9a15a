import { Stack, type StackProps } from 'aws-cdk-lib';
import { EventBus } from 'aws-cdk-lib/aws-events';
import type { Code } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import type { Config } from '../../lambdas/core/contract/config';
import { addFunctions, type DeployedFunction } from '../functions';
import type { DataStack } from './data';

export class IndexerStack extends Stack {
  readonly bus: EventBus;
  readonly functions: readonly DeployedFunction[];

  constructor(scope: Construct, id: string, config: Config, data: DataStack, code: Code, props?: StackProps) {
    super(scope, id, props);
    this.bus = new EventBus(this, 'Bus', { eventBusName: `${config.name}-blocks` });
    this.functions = addFunctions(this, 'indexer', {
      config,
      code,
      topic: data.alarms,
      deadLetters: data.deadLetters,
      resources: { ...data.resources, bus: this.bus },
    });
  }
}
