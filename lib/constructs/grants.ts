import { ArnFormat, Stack } from 'aws-cdk-lib';
import type { EventBus } from 'aws-cdk-lib/aws-events';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { FunctionUses, QueueName } from '../../lambdas/core/contract/function';
import type { ServiceFunction } from './function';
import type { SingleTable } from './single-table';
import type { Worker } from './worker';

export interface Resources {
  readonly table: SingleTable;
  readonly bucket: Bucket;
  readonly exportBucket: Bucket;
  readonly exportMachine: string;
  readonly bus: EventBus;
  readonly deadLetters: IQueue;
  readonly queues: ReadonlyMap<QueueName, Worker>;
  readonly accessLogs?: Bucket;
  /** SSM path of the source URLs, and the parameter names below it. */
  readonly sources: { readonly path: string; readonly chains: readonly string[]; readonly pChains: readonly string[] };
}

const ACTION = { get: 's3:GetObject', put: 's3:PutObject' } as const;

/** Grants exactly the declared `uses`, permissions together with environment variables. */
export function grantUses(fn: ServiceFunction, uses: FunctionUses, resources: Resources): void {
  const { table, bucket, exportBucket, exportMachine, bus, deadLetters, queues, sources, accessLogs } = resources;
  const { reads = [], writes = [], ...others } = uses;
  const { raw = [], traces = [], states = [], parts = [], files = [], sends = [] } = others;
  const grantObjects = (name: 'bucket' | 'exportBucket', prefix: string, actions: readonly (keyof typeof ACTION)[]) => {
    const own = name === 'bucket' ? bucket : exportBucket;
    fn.set(name, own.bucketName);
    fn.allow(
      actions.map((action) => ACTION[action]),
      [own.arnForObjects(`${prefix}/*`)],
    );
  };
  // Typed so that a declared use without a grant does not compile.
  const grants: Readonly<Record<keyof typeof others, () => void>> = {
    raw: () => grantObjects('bucket', 'raw', raw),
    traces: () => grantObjects('bucket', 'traces', traces),
    states: () => grantObjects('bucket', 'states', states),
    parts: () => grantObjects('exportBucket', 'parts', parts),
    files: () => grantObjects('exportBucket', 'files', files),
    accessLogs: () => {
      if (!accessLogs) throw new Error('the access log can only be granted to functions of its own stack');
      // The object key is in each message.
      fn.allow(['s3:GetObject'], [accessLogs.arnForObjects('*')]);
      // Without ListBucket, S3 responds with 403 instead of 404 for an expired object.
      fn.allow(['s3:ListBucket'], [accessLogs.bucketArn]);
    },
    startsExports: () => {
      // By name: the state machine invokes functions of this stack, so it is created after them.
      const machine = machineArn(Stack.of(fn), exportMachine);
      fn.set('exportMachine', machine);
      fn.allow(['states:StartExecution'], [machine]);
    },
    bus: () => {
      fn.set('bus', bus.eventBusName);
      fn.allow(['events:PutEvents'], [bus.eventBusArn]);
    },
    node: () => fn.grantSources(sources.path, sourcePatterns(sources.chains)),
    pChainNode: () => fn.grantSources(sources.path, sources.pChains),
    deadLetters: () => {
      fn.set('deadLetters', deadLetters.queueUrl);
      fn.allow(['sqs:GetQueueAttributes'], [deadLetters.queueArn]);
    },
    sends: () => {
      for (const name of sends) getWorker(queues, name).grantSend(fn, name);
    },
  };
  table.grant(fn, { reads, writes });
  // In declaration order, so that the template is stable; IAM does not care.
  for (const use of Object.keys(others) as (keyof typeof others)[]) grants[use]();
  // Without ListBucket, S3 responds with 403 instead of 404 for a missing object.
  if ([...raw, ...traces, ...states].includes('get')) fn.allow(['s3:ListBucket'], [bucket.bucketArn]);
}

/** IDs start with a digit, so no P-Chain source matches. A full list would exceed a policy's size limit. */
export const sourcePatterns = (chainIds: readonly string[]): string[] =>
  [...new Set(chainIds.map((id) => `${id.charAt(0)}*`))].sort();

export const machineArn = (stack: Stack, name: string): string =>
  stack.formatArn({
    service: 'states',
    resource: 'stateMachine',
    resourceName: name,
    arnFormat: ArnFormat.COLON_RESOURCE_NAME,
  });

function getWorker(queues: Resources['queues'], name: QueueName): Worker {
  const worker = queues.get(name);
  if (!worker) throw new Error(`queue ${name} is not declared by any function of these stacks`);
  return worker;
}
