import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { EventBridgeClient } from '@aws-sdk/client-eventbridge';
import { S3Client } from '@aws-sdk/client-s3';
import { SSMClient } from '@aws-sdk/client-ssm';
import { createQueueClient } from '../../../local/queues';
import type { Runner } from '../../../local/runner';
import { getCredentials } from '../../support/runner-token';
import { functionResource, queuePolicy, ROLE, toOperation, writeAssembly } from './assembly';

const functions = {
  environment: 'export const handler = async () => ({ statusCode: 200, body: JSON.stringify(process.env) });',
  // Logs its work, and fails if the message requests it.
  worker: `let calls = 0;
    export const handler = async ({ Records }, context) => {
      console.log({ call: ++calls, bodies: Records.map(({ body }) => body), left: context.getRemainingTimeInMillis() > 0 });
      console.warn('took %d', Records.length);
      process.stdout.write('{"_aws":{}}\\n');
      if (Records.some(({ body }) => body === 'crash')) throw new TypeError('crashed');
      return { batchItemFailures: Records.filter(({ body }) => body === 'bad').map(({ messageId }) => ({ itemIdentifier: messageId })) };
    };`,
  tick: 'export const handler = async (event) => { console.info(event); };',
  stuck: 'export const handler = () => { for (;;); };',
};
const get = toOperation('Environment');
const schedule = (id: string, State: string, Input: string) => ({
  Type: 'AWS::Scheduler::Schedule',
  Properties: {
    ScheduleExpression: 'rate(1 minute)',
    State,
    FlexibleTimeWindow: { Mode: 'OFF' },
    Target: { Arn: { 'Fn::GetAtt': [id, 'Arn'] }, Input, RoleArn: ROLE, RetryPolicy: { MaximumRetryAttempts: 0 } },
  },
});
const Resources = {
  Table: {
    Type: 'AWS::DynamoDB::Table',
    Properties: {
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
    },
  },
  Bucket: { Type: 'AWS::S3::Bucket' },
  Dead: { Type: 'AWS::SQS::Queue' },
  IdlePolicy: queuePolicy('Idle'),
  Jobs: {
    Type: 'AWS::SQS::Queue',
    Properties: {
      VisibilityTimeout: 3,
      RedrivePolicy: { deadLetterTargetArn: { 'Fn::GetAtt': ['Dead', 'Arn'] }, maxReceiveCount: 2 },
    },
  },
  Idle: { Type: 'AWS::SQS::Queue' },
  Unconsumed: {
    Type: 'AWS::SQS::Queue',
    Properties: { RedrivePolicy: { deadLetterTargetArn: { 'Fn::GetAtt': ['Dead', 'Arn'] }, maxReceiveCount: 2 } },
  },
  Bus: { Type: 'AWS::Events::EventBus', Properties: { Name: 'bus' } },
  Rule: {
    Type: 'AWS::Events::Rule',
    Properties: {
      EventBusName: { Ref: 'Bus' },
      EventPattern: { source: ['test'] },
      Targets: [{ Arn: { 'Fn::GetAtt': ['Idle', 'Arn'] }, Id: 'idle' }],
    },
  },
  Environment: functionResource('environment', {
    Environment: { Variables: { IDLE: { Ref: 'Idle' }, DEAD: { Ref: 'Dead' }, UNCONSUMED: { Ref: 'Unconsumed' } } },
  }),
  Worker: functionResource('worker'),
  Mapping: {
    Type: 'AWS::Lambda::EventSourceMapping',
    Properties: {
      EventSourceArn: { 'Fn::GetAtt': ['Jobs', 'Arn'] },
      FunctionName: { Ref: 'Worker' },
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      ScalingConfig: { MaximumConcurrency: 2 },
    },
  },
  Tick: functionResource('tick'),
  Stuck: functionResource('stuck', { Timeout: 1 }),
  Ticks: schedule('Tick', 'ENABLED', '{"tick":1}'),
  Sleeps: schedule('Worker', 'DISABLED', '{}'),
  GetsStuck: schedule('Stuck', 'ENABLED', '{}'),
  Api: {
    Type: 'AWS::ApiGateway::RestApi',
    Properties: { Name: 'api', Body: { openapi: '3.0.1', info: {}, paths: { '/environment': { get } } } },
  },
  Stage: { Type: 'AWS::ApiGateway::Stage', Properties: { RestApiId: { Ref: 'Api' }, StageName: 'live' } },
};
/** Writes an assembly with one resource of every other type, and an API that returns a function's environment. */
export const writeService = (): string => writeAssembly({ app: { Resources } }, functions);

/** Clients from the environment of a function, created as a function would. */
export async function getClients({ urls, token }: Pick<Runner, 'urls' | 'token'>) {
  const env = (await (await fetch(`${urls.api}/environment`)).json()) as Record<string, string>;
  const shared = {
    region: env.AWS_REGION ?? '',
    credentials: getCredentials(token),
    maxAttempts: 1,
  };
  const endpoint = env.AWS_ENDPOINT_URL ?? '';
  return {
    env,
    dynamodb: new DynamoDBClient({ ...shared, endpoint: env.AWS_ENDPOINT_URL_DYNAMODB ?? '' }),
    s3: new S3Client({ ...shared, endpoint: env.AWS_ENDPOINT_URL_S3 ?? '' }),
    events: new EventBridgeClient({ ...shared, endpoint }),
    ssm: new SSMClient({ ...shared, endpoint }),
    sqs: createQueueClient(env.AWS_ENDPOINT_URL_SQS ?? '', token),
  };
}
export type Clients = Awaited<ReturnType<typeof getClients>>;
interface Received {
  readonly Messages?: readonly {
    readonly Body: string;
    readonly ReceiptHandle: string;
    readonly Attributes: Readonly<Record<string, string>>;
    readonly MessageAttributes?: object;
  }[];
}

/** Receives up to ten messages; waits for the first. */
export const receive = async ({ sqs }: Clients, QueueUrl: string | undefined, more: object = {}) => {
  const { Messages = [] } = await sqs<Received>('ReceiveMessage', {
    QueueUrl,
    WaitTimeSeconds: 5,
    MaxNumberOfMessages: 10,
    MessageSystemAttributeNames: ['All'],
    MessageAttributeNames: ['All'],
    ...more,
  });
  return Messages;
};

/** Receives up to ten messages and returns their bodies. */
export const bodies = async (...args: Parameters<typeof receive>) => (await receive(...args)).map(({ Body }) => Body);
