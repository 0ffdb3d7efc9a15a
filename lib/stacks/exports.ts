import { Stack, type StackProps } from 'aws-cdk-lib';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { DefinitionBody, StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import { Construct } from 'constructs';
import type { Config } from '../../lambdas/core/contract/config';
import { exportMachineName } from '../../lambdas/core/contract/env';
import type { CodeOf } from '../assets';
import { allowInvoke } from '../constructs/function';
import { routesIn } from '../constructs/route';
import { addRouteFunctions } from '../constructs/route-functions';
import { EXPORT_STEPS, exportDefinition } from '../export-definition';
import { addFunctions, type DeployedFunction, getQueues } from '../functions';
import type { DataStack } from './data';
import type { IndexerStack } from './indexer';
import type { WebhooksStack } from './webhooks';

interface Stacks {
  readonly data: DataStack;
  readonly indexer: IndexerStack;
  readonly webhooks: WebhooksStack;
}

export class ExportsStack extends Stack {
  readonly functions: readonly DeployedFunction[];
  readonly answering: ReadonlyMap<string, IFunction>;

  constructor(
    scope: Construct,
    id: string,
    config: Config,
    { data, indexer, webhooks }: Stacks,
    toCode: CodeOf,
    props?: StackProps,
  ) {
    super(scope, id, props);
    const resources = { ...data.resources, bus: indexer.bus };
    this.functions = addFunctions(this, 'exports', {
      config,
      code: toCode('exports'),
      topic: data.alarms,
      deadLetters: data.deadLetters,
      resources: { ...resources, queues: getQueues(webhooks.functions) },
    });
    this.answering = addRouteFunctions(new Construct(this, 'Api'), routesIn('exports'), {
      code: toCode('api'),
      config,
      resources: { ...resources, queues: getQueues(this.functions) },
    });
    const role = new Role(this, 'Steps', { assumedBy: new ServicePrincipal('states.amazonaws.com') });
    const steps = this.functions.flatMap(({ spec, service: { fn } }) => {
      const step = EXPORT_STEPS.find((name) => name === spec.id);
      if (!step) return [];
      allowInvoke(role, fn);
      return [[step, fn.functionArn] as const];
    });
    new StateMachine(this, 'Machine', {
      stateMachineName: exportMachineName(config.name),
      definitionBody: DefinitionBody.fromString(this.toJsonString(exportDefinition(Object.fromEntries(steps)))),
      role,
    });
  }
}
