import { type Runner, startRunner } from '../../local/runner';
import { bearer } from '../support/runner-token';
import { folder, functionResource, removeFolders, roleResources, toOperation, writeAssembly } from './support/assembly';

// Runs one command of the real SDK and returns its outcome.
const perform = `import { createRequire } from 'node:module';
const require = createRequire('${process.cwd()}/package.json');
const clients = {};
export const handler = async ({ body }) => {
  const { service, command, input } = JSON.parse(body);
  const sdk = require('@aws-sdk/client-' + service);
  const [Client] = Object.keys(sdk).filter((name) => /^[A-Z]\\w*Client$/.test(name) && !name.startsWith('__'));
  clients[service] ??= new sdk[Client]({});
  const fill = (value) =>
    typeof value === 'string' ? value.replace(/\\$(\\w+)/g, (_, name) => process.env[name] ?? _)
    : Array.isArray(value) ? value.map(fill)
    : value && typeof value === 'object' ? Object.fromEntries(Object.entries(value).map(([k, v]) => [k, fill(v)]))
    : value;
  try {
    await clients[service].send(new sdk[command + 'Command'](fill(input)));
    return { statusCode: 200, body: 'done' };
  } catch (error) {
    return { statusCode: 200, body: error.name + ': ' + error.message };
  }
};`;
const at = (id: string) => ({ 'Fn::GetAtt': [id, 'Arn'] });
const leading = (pattern: string) => ({
  'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': [pattern] },
  Null: { 'dynamodb:LeadingKeys': 'false' },
});
const allow = (Action: string | string[], Resource: unknown, Condition?: object) => ({
  ...{ Effect: 'Allow', Action, Resource },
  ...(Condition ? { Condition } : {}),
});
const join = (id: string, end: string) => ({ 'Fn::Join': ['', [at(id), end]] });
const READ = ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query'];
const statements = [
  allow(READ, at('Table'), leading('a#*')),
  allow('dynamodb:Query', join('Table', '/index/byIp'), leading('b#*')),
  allow(['dynamodb:UpdateItem', 'dynamodb:BatchWriteItem', 'dynamodb:PutItem'], at('Table'), leading('w#*')),
  allow('sqs:SendMessage', at('Jobs')),
  allow('s3:GetObject', join('Bucket', '/raw/*')),
  allow('s3:PutObject', join('Bucket', '/raw/x')),
  allow('events:PutEvents', at('Bus')),
  allow('ssm:GetParameter', 'arn:aws:ssm:us-east-1:000000000000:parameter/sources/1'),
];
const environment = {
  Environment: {
    Variables: { TABLE: { Ref: 'Table' }, JOBS: { Ref: 'Jobs' }, OTHER: { Ref: 'Other' }, BUCKET: { Ref: 'Bucket' } },
  },
};
const string = (AttributeName: string) => ({ AttributeName, AttributeType: 'S' });
const Resources = {
  Table: {
    Type: 'AWS::DynamoDB::Table',
    Properties: {
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [string('pk'), string('ip')],
      KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
      GlobalSecondaryIndexes: [
        {
          IndexName: 'byIp',
          KeySchema: [{ AttributeName: 'ip', KeyType: 'HASH' }],
          Projection: { ProjectionType: 'ALL' },
        },
      ],
    },
  },
  Bucket: { Type: 'AWS::S3::Bucket' },
  Jobs: { Type: 'AWS::SQS::Queue' },
  Other: { Type: 'AWS::SQS::Queue' },
  Bus: { Type: 'AWS::Events::EventBus', Properties: { Name: 'bus' } },
  ...roleResources(statements, 'Narrow'),
  Narrow1: functionResource('perform', { ...environment, Role: at('Narrow') }),
  // Same asset and variables: the two share threads and the state of their SDK clients.
  Wide1: functionResource('perform', environment),
  Api: {
    Type: 'AWS::ApiGateway::RestApi',
    Properties: {
      Name: 'api',
      Body: {
        openapi: '3.0.1',
        info: {},
        paths: { '/narrow': { post: toOperation('Narrow1') }, '/wide': { post: toOperation('Wide1') } },
      },
    },
  },
  Stage: { Type: 'AWS::ApiGateway::Stage', Properties: { RestApiId: { Ref: 'Api' }, StageName: 'live' } },
};

let runner: Runner;
beforeAll(async () => {
  const parameters = { '/sources/1': 'one', '/sources/2': 'two' };
  const assembly = writeAssembly({ app: { Resources } }, { perform });
  runner = await startRunner({ assembly, dataDir: folder(), ports: {}, parameters });
  await ask('wide', 's3', 'PutObject', { Bucket: '$BUCKET', Key: 'raw/there', Body: 'x' });
});
afterAll(async () => {
  await runner?.stop();
  removeFolders();
});

const ask = async (path: string, service: string, command: string, input: object): Promise<string> =>
  (
    await fetch(`${runner.urls.api}/${path}`, {
      method: 'POST',
      body: JSON.stringify({ service, command, input }),
    })
  ).text();
const key = (pk: string) => ({ TableName: '$TABLE', Key: { pk: { S: pk } } });
const query = (name: string, value: string, more = {}) => ({
  ...{ TableName: '$TABLE', KeyConditionExpression: `${name} = :v`, ExpressionAttributeValues: { ':v': { S: value } } },
  ...more,
});
const batchGet = (...pks: string[]) => ({
  RequestItems: { 'app-Table': { Keys: pks.map((pk) => ({ pk: { S: pk } })) } },
});
const batchWrite = (...pks: string[]) => ({
  RequestItems: { 'app-Table': pks.map((pk) => ({ PutRequest: { Item: { pk: { S: pk } } } })) },
});
const put = (pk: string) => ({ TableName: '$TABLE', Item: { pk: { S: pk } } });
const object = (Key: string) => ({ Bucket: '$BUCKET', Key });
const event = (EventBusName: string) => ({ Entries: [{ EventBusName, Source: 's', DetailType: 'd', Detail: '{}' }] });

describe('function roles', () => {
  test.each<[string, string, object]>([
    ['dynamodb', 'GetItem', key('a#1')],
    ['dynamodb', 'BatchGetItem', batchGet('a#1', 'a#2')],
    ['dynamodb', 'Query', query('pk', 'a#1')],
    ['dynamodb', 'Query', query('ip', 'b#1', { IndexName: 'byIp' })],
    ['dynamodb', 'UpdateItem', { ...key('w#1'), UpdateExpression: 'SET x = pk' }],
    ['dynamodb', 'PutItem', put('w#1')],
    ['dynamodb', 'BatchWriteItem', batchWrite('w#1', 'w#2')],
    ['dynamodb', 'TransactWriteItems', { TransactItems: [{ Put: put('w#3') }] }],
    ['sqs', 'SendMessage', { QueueUrl: '$JOBS', MessageBody: 'x' }],
    ['sqs', 'SendMessageBatch', { QueueUrl: '$JOBS', Entries: [{ Id: 'a', MessageBody: 'x' }] }],
    ['s3', 'GetObject', object('raw/there')],
    ['s3', 'PutObject', { ...object('raw/x'), Body: 'x' }],
    ['eventbridge', 'PutEvents', event('bus')],
    ['ssm', 'GetParameter', { Name: '/sources/1' }],
  ])('the role of a function allows %s %s %j', async (service, command, input) => {
    expect(await ask('narrow', service, command, input)).toBe('done');
  });

  test('the role of a function allows an object large enough for the SDK to send Expect: 100-continue', async () => {
    const input = { ...object('raw/x'), Body: 'x'.repeat(3_000_000) };
    expect(await ask('narrow', 's3', 'PutObject', input)).toBe('done');
  });

  test.each<[string, string, object, string]>([
    ['dynamodb', 'GetItem', key('b#1'), 'dynamodb:GetItem'],
    ['dynamodb', 'BatchGetItem', batchGet('a#1', 'b#1'), 'dynamodb:BatchGetItem'],
    ['dynamodb', 'Query', query('pk', 'b#1'), 'dynamodb:Query'],
    ['dynamodb', 'Query', query('ip', 'a#1', { IndexName: 'byIp' }), 'table/app-Table/index/byIp'],
    ['dynamodb', 'Scan', { TableName: '$TABLE' }, 'dynamodb:Scan'],
    ['dynamodb', 'PutItem', put('a#1'), 'dynamodb:PutItem'],
    ['dynamodb', 'DeleteItem', key('w#1'), 'dynamodb:DeleteItem'],
    ['dynamodb', 'BatchWriteItem', batchWrite('w#1', 'a#2'), 'dynamodb:BatchWriteItem'],
    ['dynamodb', 'TransactWriteItems', { TransactItems: [{ Put: put('w#3') }, { Delete: key('w#1') }] }, 'DeleteItem'],
    ['dynamodb', 'TransactGetItems', { TransactItems: [{ Get: key('b#1') }] }, 'dynamodb:GetItem'],
    ['dynamodb', 'DescribeTable', { TableName: '$TABLE' }, 'dynamodb:DescribeTable'],
    ['sqs', 'SendMessage', { QueueUrl: '$OTHER', MessageBody: 'x' }, 'sqs:SendMessage'],
    ['sqs', 'ReceiveMessage', { QueueUrl: '$JOBS' }, 'sqs:ReceiveMessage'],
    ['s3', 'GetObject', object('traces/there'), 's3:GetObject'],
    ['s3', 'GetObject', object('raw/absent'), 's3:ListBucket'],
    ['s3', 'PutObject', { ...object('raw/y'), Body: 'x' }, 's3:PutObject'],
    ['s3', 'ListObjectsV2', { Bucket: '$BUCKET' }, 's3:ListBucket'],
    ['eventbridge', 'PutEvents', event('default'), 'events:PutEvents'],
    ['ssm', 'GetParameter', { Name: '/sources/2' }, 'parameter/sources/2'],
    ['api-gateway', 'GetApiKeys', {}, 'apigateway:GET'],
  ])(
    'the role of a function denies %s %s %j with the name of the permission',
    async (service, command, input, named) => {
      const answer = await ask('narrow', service, command, input);
      expect(answer).toMatch(/^AccessDenied(Exception)?: User: arn:aws:iam::0+:role\/app-Narrow\/app-Narrow1 is not/);
      expect(answer).toContain(named);
      expect(await ask('wide', service, command, input)).not.toMatch(/AccessDenied/);
    },
  );

  test('denials are counted by call', async () => {
    const counts = (await (
      await fetch(`${runner.controlUrl}/local/calls`, { headers: bearer(runner.token) })
    ).json()) as Record<string, number>;
    expect(counts).toMatchObject({
      'denied dynamodb:GetItem': 1,
      'denied sqs:SendMessage': 1,
      'denied s3:GetObject': 2,
    });
  });
});

describe('service roles', () => {
  const start = (more: object) => {
    const assembly = writeAssembly({ app: { Resources: { ...Resources, ...more } } as never }, { perform });
    return startRunner({ assembly, dataDir: folder(), ports: {}, parameters: {} });
  };
  const rule = {
    Type: 'AWS::Events::Rule',
    Properties: { EventBusName: 'bus', EventPattern: { source: ['s'] }, Targets: [{ Arn: at('Jobs'), Id: 'j' }] },
  };
  test.each<[string, object, RegExp]>([
    [
      'a rule without permission for its queue',
      { Rule: rule },
      /app\/Rule sends to .*app-Jobs, but the queue policy does not allow it/,
    ],
    [
      'a function that may not consume its queue',
      {
        Mapping: {
          Type: 'AWS::Lambda::EventSourceMapping',
          Properties: { EventSourceArn: at('Jobs'), FunctionName: { Ref: 'Narrow1' } },
        },
      },
      /app\/Mapping needs sqs:ReceiveMessage on .*app-Jobs/,
    ],
    [
      'a schedule that may not invoke its function',
      {
        Schedule: {
          Type: 'AWS::Scheduler::Schedule',
          Properties: {
            ScheduleExpression: 'rate(1 minute)',
            FlexibleTimeWindow: { Mode: 'OFF' },
            Target: { Arn: at('Wide1'), RoleArn: at('Narrow') },
          },
        },
      },
      /app\/Schedule needs lambda:InvokeFunction on .*app-Wide1/,
    ],
    [
      'an API that may not invoke its function',
      roleResources([allow('lambda:InvokeFunction', at('Narrow1'))]),
      /app\/Api needs lambda:InvokeFunction on .*app-Wide1/,
    ],
    [
      'a role from outside the stacks',
      { Narrow1: functionResource('perform', { Role: 'arn:aws:iam::1:role/x' }) },
      /not in any stack/,
    ],
  ])('a start with %s is rejected with the missing permission or role', async (_, more, message) => {
    await expect(start(more)).rejects.toThrow(message);
  });
});
