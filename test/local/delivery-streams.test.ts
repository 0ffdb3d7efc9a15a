import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { readAssembly } from '../../local/assembly';
import { createDeliveryStreams } from '../../local/delivery-streams';
import { createAccessLog, type Trace } from '../../local/gateway/access-log';
import { getRoles } from '../../local/iam/roles';
import { checkWiring } from '../../local/iam/wiring';
import { loadResources } from '../../local/resources';
import { folder, functionResource, removeFolders, writeAssembly } from './support/assembly';

const NAME = 'amazon-apigateway-requests';
const getPolicy = (Statement: object[]) => ({ Version: '2012-10-17', Statement });
const getRole = (Service: string, Action: string[], id: string) => ({
  [id]: {
    Type: 'AWS::IAM::Role',
    Properties: {
      AssumeRolePolicyDocument: getPolicy([{ Effect: 'Allow', Action: 'sts:AssumeRole', Principal: { Service } }]),
    },
  },
  [`${id}Policy`]: {
    Type: 'AWS::IAM::Policy',
    Properties: {
      PolicyName: id,
      Roles: [{ Ref: id }],
      PolicyDocument: getPolicy([{ Effect: 'Allow', Action, Resource: '*' }]),
    },
  },
});

interface Changed {
  readonly stream?: object;
  readonly writerMay?: string[];
  readonly functionMay?: string[];
  readonly sender?: string;
}
/** A stream that writes to a bucket, which announces its objects in a queue. */
function resourcesWith({ stream, writerMay = ['s3:PutObject'], functionMay = ['s3:GetObject'], sender }: Changed = {}) {
  const Resources = {
    Queue: { Type: 'AWS::SQS::Queue', Properties: { QueueName: 'objects' } },
    QueuePolicy: {
      Type: 'AWS::SQS::QueuePolicy',
      Properties: {
        Queues: [{ Ref: 'Queue' }],
        PolicyDocument: getPolicy([
          {
            Effect: 'Allow',
            Action: 'sqs:SendMessage',
            Principal: { Service: sender ?? 's3.amazonaws.com' },
            Resource: '*',
          },
        ]),
      },
    },
    Bucket: {
      Type: 'AWS::S3::Bucket',
      Properties: {
        BucketName: 'logs',
        NotificationConfiguration: {
          QueueConfigurations: [{ Event: 's3:ObjectCreated:*', Queue: { 'Fn::GetAtt': ['Queue', 'Arn'] } }],
        },
      },
    },
    ...getRole('firehose.amazonaws.com', writerMay, 'Writer'),
    ...getRole('lambda.amazonaws.com', functionMay, 'Reader'),
    Function: functionResource('any', { Role: { 'Fn::GetAtt': ['Reader', 'Arn'] } }),
    Stream: {
      Type: 'AWS::KinesisFirehose::DeliveryStream',
      Properties: {
        DeliveryStreamName: NAME,
        DeliveryStreamType: 'DirectPut',
        ExtendedS3DestinationConfiguration: {
          BucketARN: { 'Fn::GetAtt': ['Bucket', 'Arn'] },
          RoleARN: { 'Fn::GetAtt': ['Writer', 'Arn'] },
          BufferingHints: { IntervalInSeconds: 90, SizeInMBs: 1 },
          CompressionFormat: 'GZIP',
          Prefix: 'requests/',
          ...stream,
        },
      },
    },
  };
  return loadResources(readAssembly(writeAssembly({ app: { Resources } })), 'http://queues');
}
afterAll(removeFolders);

/** Streams with their stored objects and announced keys. `fails`: number of puts that fail. */
function streamsIn(directory: string, fails = 0) {
  const stored: [key: string, text: string][] = [];
  const sent: string[] = [];
  let left = fails;
  const streams = createDeliveryStreams(resourcesWith(), {
    folder: directory,
    put: async (_, key, body) => {
      if (left-- > 0) throw new Error('the disk is full');
      stored.push([key, gunzipSync(body).toString('utf8')]);
    },
    sqs: async <R>(_: string, { MessageBody }: Record<string, unknown>) => {
      const { Records } = JSON.parse(String(MessageBody)) as { Records: { s3: { object: { key: string } } }[] };
      sent.push(...Records.map(({ s3 }) => s3.object.key));
      return {} as R;
    },
  });
  const write = streams.find(`arn:aws:firehose:us-east-1:000000000000:deliverystream/${NAME}`, 'here');
  return { streams, write, stored, sent };
}

describe('delivery stream', () => {
  test('records are joined unchanged into one object, which is named as by Firehose and announced', async () => {
    const { streams, write, stored, sent } = streamsIn(folder());
    write('one\n');
    write('two\n');
    await streams.stop();
    expect(stored).toEqual([
      [
        expect.stringMatching(
          /^requests\/\d{4}\/\d\d\/\d\d\/\d\d\/amazon-apigateway-requests-1-\d{4}(-\d\d){5}-[0-9a-f-]{36}\.gz$/,
        ),
        'one\ntwo\n',
      ],
    ]);
    expect(sent).toEqual(stored.map(([key]) => key));
  });
  test('a later run delivers an object that could not be stored under the same name', async () => {
    const directory = folder();
    const muted = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const first = streamsIn(directory, 1);
    first.write('kept\n');
    await first.streams.stop();
    muted.mockRestore();
    const names = readdirSync(directory);
    expect([first.stored, names.length]).toEqual([[], 1]);
    const second = streamsIn(directory);
    second.streams.begin();
    await second.streams.stop();
    expect(second.stored).toEqual([[expect.stringContaining(`${names[0]}.gz`), 'kept\n']]);
    expect(readdirSync(directory)).toEqual([]);
  });
  test('an object is written once it has the size of the template', async () => {
    const directory = folder();
    const { streams, write, stored } = streamsIn(directory);
    write('x'.repeat(2 ** 20));
    while (stored.length === 0) await new Promise(setImmediate);
    write('y');
    await streams.stop();
    expect(stored.map(([, text]) => text.length)).toEqual([2 ** 20, 1]);
  });
  test('a stream without the name prefix of API Gateway is rejected', () => {
    const { streams } = streamsIn(join(folder(), 'new'));
    expect(() => streams.find('arn:aws:firehose:us-east-1:0:deliverystream/other', 'app/Stage')).toThrow(
      'app/Stage logs to arn:aws:firehose:us-east-1:0:deliverystream/other, which is not a delivery stream with a name starting with amazon-apigateway-.',
    );
  });
  test.each([
    ['another compression', { CompressionFormat: 'ZIP' }, 'CompressionFormat'],
    ['a transformation', { ProcessingConfiguration: { Enabled: true } }, 'ProcessingConfiguration'],
    ['an expression in its prefix', { Prefix: '!{timestamp:yyyy}/' }, 'Prefix'],
  ])('a stream with %s is rejected', (_, stream, property) => {
    expect(() => resourcesWith({ stream })).toThrow(property);
  });
});

describe('delivery stream wiring', () => {
  const getWiring = (changed: Changed) => () => {
    const resources = resourcesWith(changed);
    checkWiring(resources, getRoles(resources));
  };
  test('complete wiring is accepted', () => expect(getWiring({})).not.toThrow());
  test.each([
    ['a role that may not write', { writerMay: ['s3:GetObject'] }, 'app/Stream needs s3:PutObject'],
    ['a queue that admits another service', { sender: 'sns.amazonaws.com' }, 'app/Bucket announces objects to'],
    [
      'a function that writes objects without announcing them',
      { functionMay: ['s3:PutObject'] },
      'app/Function may write to app/Bucket, which announces its objects',
    ],
  ])('wiring with %s is rejected', (_, changed: Changed, message) => expect(getWiring(changed)).toThrow(message));
});

describe('stage access log', () => {
  const lines: string[] = [];
  const streams = { find: () => (record: string) => void lines.push(record) } as never;
  const logWith = (Format: string) => createAccessLog({ DestinationArn: 'arn', Format }, streams, 'app/Stage');
  const trace = {
    id: 'r1',
    stage: 'live',
    at: 1,
    message: { method: 'GET', url: '/a?key=secret', headers: { host: 'h' }, socket: { remoteAddress: '::1' } },
  } as unknown as Trace;

  test('a log line has raw values, the path without its query, and - for unknown values', () => {
    logWith('$context.requestId $context.path $context.identity.apiKeyId $context.authorizer.plan $context.status\n')(
      { ...trace, authorizer: { plan: 'pro' } },
      { status: 429, ms: 3 },
    );
    expect(lines).toEqual(['r1 /live/a - pro 429\n']);
  });
  test('a format with an unsupported variable is rejected', () => {
    expect(() => logWith('$context.requestId $context.identity.user')).toThrow(
      'app/Stage logs $context.identity.user, which the local runner does not support; add it to local/gateway/access-log.ts.',
    );
  });
});
