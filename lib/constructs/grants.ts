import { ArnFormat, Stack } from 'aws-cdk-lib';
import type { EventBus } from 'aws-cdk-lib/aws-events';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { FunctionUses, QueueName } from '../../lambdas/core/contract/function';
import type { ServiceFunction } from './function';
import type { SingleTable } from './single-table';
import type { Worker } from './worker';

/** The resources that functions can be granted access to. */
export interface Resources {
  readonly table: SingleTable;
  readonly bucket: Bucket;
  /** The bucket of exports, and the name of the state machine that runs them. */
  readonly exportBucket: Bucket;
  readonly exportMachine: string;
  readonly bus: EventBus;
  readonly deadLetters: IQueue;
  readonly queues: ReadonlyMap<QueueName, Worker>;
  /** The bucket of the access log, for functions of its stack. */
  readonly accessLogs?: Bucket;
  /** SSM path of the source URLs, and the names of those of EVM chains and of P-chains. */
  readonly sources: { readonly path: string; readonly chains: readonly string[]; readonly pChains: readonly string[] };
}

const ACTION = { get: 's3:GetObject', put: 's3:PutObject' } as const;

/** Grants a function exactly what it declares in `uses`, permissions and environment variables together. */
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
  // Typed so that a use without a grant does not compile.
  const grants: Readonly<Record<keyof typeof others, () => void>> = {
    raw: () => grantObjects('bucket', 'raw', raw),
    traces: () => grantObjects('bucket', 'traces', traces),
    states: () => grantObjects('bucket', 'states', states),
    parts: () => grantObjects('exportBucket', 'parts', parts),
    files: () => grantObjects('exportBucket', 'files', files),
    accessLogs: () => {
      if (!accessLogs) throw new Error('the access log is granted to functions of its own stack alone');
      // Its name comes with each message.
      fn.allow(['s3:GetObject'], [accessLogs.arnForObjects('*')]);
      // Without it S3 answers 403 instead of 404 for an object that has expired.
      fn.allow(['s3:ListBucket'], [accessLogs.bucketArn]);
    },
    startsExports: () => {
      // By its name: the state machine runs functions of the same stack, and is created after them.
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
  // In the order of the declaration. The order means nothing to IAM, but reordering a declaration changes the template.
  for (const use of Object.keys(others) as (keyof typeof others)[]) grants[use]();
  // Without it S3 answers 403 instead of 404 for a missing object.
  if ([...raw, ...traces, ...states].includes('get')) fn.allow(['s3:ListBucket'], [bucket.bucketArn]);
}

/**
 * Patterns that match these chain ids, and no name of a P-chain's source: an id begins with a digit. A list of all would
 * exceed what a policy may hold.
 */
export const sourcePatterns = (chainIds: readonly string[]): string[] =>
  [...new Set(chainIds.map((id) => `${id.charAt(0)}*`))].sort();

/** The ARN of a state machine of the stack's account, by the machine's name. */
export const machineArn = (stack: Stack, name: string): string =>
  stack.formatArn({
    service: 'states',
    resource: 'stateMachine',
    resourceName: name,
    arnFormat: ArnFormat.COLON_RESOURCE_NAME,
  });

function getWorker(queues: Resources['queues'], name: QueueName): Worker {
  const worker = queues.get(name);
  if (!worker) throw new Error(`no function of these stacks declares the queue ${name}`);
  return worker;
}
