import { basename } from 'node:path';
import type { Stack } from 'aws-cdk-lib';
import { type EventBus, Rule } from 'aws-cdk-lib/aws-events';
import { SqsQueue } from 'aws-cdk-lib/aws-events-targets';
import type { Code } from 'aws-cdk-lib/aws-lambda';
import type { RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { type IQueue, Queue } from 'aws-cdk-lib/aws-sqs';
import { functions, isNeeded, isRecursive } from '../lambdas/app/contract/functions';
import { BLOCK_EVENT } from '../lambdas/chain/contract/events';
import type { Config } from '../lambdas/core/contract/config';
import type { FunctionSpec, QueueName } from '../lambdas/core/contract/function';
import { addAlarms } from './alarms';
import { ServiceFunction } from './constructs/function';
import { grantUses, type Resources } from './constructs/grants';
import { addSchedules } from './constructs/schedules';
import { Worker } from './constructs/worker';

export interface DeployedFunction {
  readonly spec: FunctionSpec;
  readonly service: ServiceFunction;
  readonly worker?: Worker;
}

interface DeploymentContext {
  readonly config: Config;
  readonly code: Code;
  readonly topic: ITopic;
  readonly deadLetters: IQueue;
  /** `queues`: those of other stacks; the functions' own are added. */
  readonly resources: Omit<Resources, 'queues'> & Partial<Pick<Resources, 'queues'>>;
}

export function addFunctions(
  stack: Stack,
  capability: FunctionSpec['capability'],
  { config, code, topic, deadLetters, resources }: DeploymentContext,
): readonly DeployedFunction[] {
  const deployed = functions
    .filter((spec) => spec.capability === capability && isNeeded(spec, config))
    .map((spec) => addFunction(stack, spec, { config, code, topic, deadLetters }));
  const queues = new Map([...(resources.queues ?? []), ...getQueues(deployed)]);
  for (const { spec, service, worker } of deployed) {
    grantUses(service, spec.uses, { ...resources, queues });
    service.grantTelemetry(config);
    addSchedules(stack, spec, service, config);
    if (worker && spec.queue?.blockEvents)
      addRule(stack, spec.queue.blockEvents, resources.bus, { worker, deadLetters });
  }
  addAlarms(stack, deployed, { config, topic });
  // Stacks of earlier versions import the queues that they send to, until they are updated.
  for (const { queue } of getQueues(deployed).values())
    for (const value of [queue.queueArn, queue.queueUrl]) stack.exportValue(value);
  return deployed;
}

export const getQueues = (deployed: readonly DeployedFunction[]): ReadonlyMap<QueueName, Worker> =>
  new Map(deployed.flatMap(({ spec, worker }) => (worker && spec.queue?.name ? [[spec.queue.name, worker]] : [])));

function addFunction(
  stack: Stack,
  spec: FunctionSpec,
  { config, code, topic, deadLetters }: Omit<DeploymentContext, 'resources'>,
): DeployedFunction {
  const { id, file, memoryMb, timeoutSeconds, queue } = spec;
  const logRetention = config.logRetentionDays as RetentionDays;
  const recursive = isRecursive(spec);
  const props = { code, handler: `${basename(file)}.handler`, logRetention, memoryMb, timeoutSeconds, recursive };
  if (!queue) return { spec, service: new ServiceFunction(stack, id, props) };
  const worker = new Worker(stack, id, { ...props, queue, deadLetters, topic });
  return { spec, service: worker.worker, worker };
}

/** Rules target queues, never functions, so that unhandled events stay visible. */
function addRule(
  stack: Stack,
  { ruleId, kinds }: NonNullable<NonNullable<FunctionSpec['queue']>['blockEvents']>,
  eventBus: EventBus,
  { worker: { queue }, deadLetters }: { readonly worker: Worker; readonly deadLetters: IQueue },
): void {
  const detailType = kinds.map((kind) => BLOCK_EVENT[kind]);
  new Rule(stack, ruleId, {
    eventBus,
    eventPattern: { source: [BLOCK_EVENT.source], detailType },
    // Events that EventBridge cannot deliver to the queue become dead letters.
    targets: [
      new SqsQueue(queue, { deadLetterQueue: Queue.fromQueueArn(stack, `${ruleId}DeadLetters`, deadLetters.queueArn) }),
    ],
  });
}
