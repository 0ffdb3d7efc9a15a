import { CloudFormationClient, CreateStackCommand } from '@aws-sdk/client-cloudformation';
import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { CreateEventBusCommand, EventBridgeClient } from '@aws-sdk/client-eventbridge';
import { CreateBucketCommand, GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { CreateStateMachineCommand, ListExecutionsCommand, SFNClient } from '@aws-sdk/client-sfn';
import { CreateQueueCommand, SQSClient } from '@aws-sdk/client-sqs';
import { PutParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import { createAccount } from '../../bin/cli/aws-account';
import { createDeployment } from '../../bin/restore/deployment';
import type { BlockEvent } from '../../lambdas/chain/contract/events';
import { createBus } from '../../lambdas/chain/follower/bus';
import { createClient } from '../../lambdas/core/aws/clients';
import { createInbox } from '../../lambdas/core/aws/inbox';
import { createQueue } from '../../lambdas/core/aws/queue';
import { sourceUrl } from '../../lambdas/core/node/sources';
import { createDynamoClient } from '../../lambdas/core/table/dynamo-client';
import { createTableClient } from '../../lambdas/core/table/table';
import { fileKey } from '../../lambdas/exports/domain/keys';
import { createExportFiles } from '../../lambdas/exports/files/export-files';
import { createStateMachine } from '../../lambdas/exports/files/state-machine';
import { CREATE_TABLE, NAME } from '../support/tables/memory';
import { toError } from '../support/tables/scripted-aws';

const endpoint = process.env.MOTO_URL ?? '';
/** Calls that moto accepts unsigned: they create the caller. */
const SETUP_ACTIONS = 3;

/** Creates a user with every permission. From then on moto checks each signature and permission. */
async function checkedCaller() {
  await fetch(`${endpoint}/moto-api/reset`, { method: 'POST' });
  await fetch(`${endpoint}/moto-api/reset-auth`, { method: 'POST', body: String(SETUP_ACTIONS) });
  const iam = async (fields: Readonly<Record<string, string>>) => {
    const authorization = 'AWS4-HMAC-SHA256 Credential=none/20260101/us-east-1/iam/aws4_request, Signature=none';
    const body = new URLSearchParams({ Version: '2010-05-08', UserName: 'caller', ...fields });
    const response = await fetch(endpoint, { method: 'POST', headers: { authorization }, body });
    if (!response.ok) throw new Error(await response.text());
    return response.text();
  };
  const Statement = { Effect: 'Allow', Action: '*', Resource: '*' };
  const PolicyDocument = JSON.stringify({ Version: '2012-10-17', Statement });
  await iam({ Action: 'CreateUser' });
  await iam({ Action: 'PutUserPolicy', PolicyName: 'all', PolicyDocument });
  const made = await iam({ Action: 'CreateAccessKey' });
  const field = (name: string) => new RegExp(`<${name}>([^<]+)<`).exec(made)?.[1] ?? '';
  return { accessKeyId: field('AccessKeyId'), secretAccessKey: field('SecretAccessKey') };
}

let settings: { region: string; endpoint: string; credentials: Awaited<ReturnType<typeof checkedCaller>> };
const clientFor = <Client>(Service: new (given: typeof settings) => Client): Client => createClient(Service, settings);
beforeAll(async () => {
  settings = { region: 'us-east-1', endpoint, credentials: await checkedCaller() };
});

test('the table writes, reads and lists items, and reports a failed condition', async () => {
  await clientFor(DynamoDBClient).send(new CreateTableCommand({ ...CREATE_TABLE, BillingMode: 'PAY_PER_REQUEST' }));
  const table = createTableClient(NAME, createDynamoClient(settings));
  const items = Array.from({ length: 60 }, (_, n) => ({ pk: 'moto', sk: `é${String(n).padStart(2, '0')}`, n }));
  await table.write(items.map((put) => ({ put })));
  expect(await table.get({ pk: 'moto', sk: 'é07' }, true)).toMatchObject({ n: 7 });
  expect(await table.batchGet(items.map(({ pk, sk }) => ({ pk, sk })))).toHaveLength(60);
  const range = { pk: 'moto', low: 'é10', high: 'é29', ascending: false, limit: 5 };
  const { items: found, more } = await table.query(range);
  expect([found.map(({ n }) => n), more]).toEqual([[29, 28, 27, 26, 25], true]);
  expect(await table.putIfAbsent({ pk: 'moto', sk: 'é07' })).toBe(false);
});

test('a table is restored beside its source, keeps its settings, and its name is stored', async () => {
  const deployment = createDeployment(settings);
  const { from = 0, to = 0 } = (await deployment.recoveryWindow(NAME)) ?? {};
  expect([from, to]).toEqual([0, 0]);
  await deployment.keepSettings(NAME, true);
  expect(await deployment.recoveryWindow(NAME)).toMatchObject({ from: expect.any(Number) as number });
  await deployment.restoreTable(NAME, 'restored', Date.now());
  for (let n = 0; n < 2; n++) await deployment.keepSettings('restored', true);
  expect(await deployment.table('restored')).toMatchObject({ status: 'ACTIVE', isProtected: true });
  expect(await deployment.table('missing')).toBeUndefined();
  const restored = createTableClient('restored', createDynamoClient(settings));
  expect(await restored.get({ pk: 'moto', sk: 'é07' }, true)).toMatchObject({ n: 7 });
  expect(await deployment.parameter('/chain-data/table')).toBeUndefined();
  for (const name of ['restored', NAME]) {
    await deployment.putParameter('/chain-data/table', name);
    expect(await deployment.parameter('/chain-data/table')).toBe(name);
  }
});

// Not their update: moto compares the parameter's name alone, while CloudFormation reads its value anew.
test('a stack shows its state and its resources', async () => {
  const deployment = createDeployment(settings);
  const Parameters = { TableInUse: { Type: 'AWS::SSM::Parameter::Value<String>', Default: '/chain-data/table' } };
  const Queue = { Type: 'AWS::SQS::Queue', Properties: { QueueName: { Ref: 'TableInUse' } } };
  const TemplateBody = JSON.stringify({ Parameters, Resources: { Queue } });
  await clientFor(CloudFormationClient).send(new CreateStackCommand({ StackName: 'one', TemplateBody }));
  expect(await deployment.stack('missing')).toBeUndefined();
  expect(await deployment.stack('one')).toMatchObject({ status: 'CREATE_COMPLETE' });
  expect(await deployment.stackResources('one')).toEqual([
    { type: 'AWS::SQS::Queue', logicalId: 'Queue', physicalId: expect.stringContaining(NAME) as string },
  ]);
});

test('a wrong secret is rejected with the request ID', async () => {
  const credentials = { ...settings.credentials, secretAccessKey: 'another' };
  // Through STS: moto rejects in XML, which the DynamoDB client does not expect.
  const error = await toError(createAccount({ ...settings, credentials }).caller(), false);
  expect(error.name).toBe('SignatureDoesNotMatch');
  expect(error).toMatchObject({ $metadata: { requestId: expect.stringMatching(/./) as unknown } });
});

test('a queue delivers messages until they are deleted', async () => {
  const sqs = clientFor(SQSClient);
  const { QueueUrl = '' } = await sqs.send(new CreateQueueCommand({ QueueName: 'things' }));
  await createQueue(QueueUrl, sqs).send(['ä', 'b']);
  const inbox = createInbox(QueueUrl, sqs);
  const received = await inbox.receive(10, 1);
  expect(received.map(({ body }) => body).toSorted()).toEqual(['"b"', '"ä"']);
  for (const message of received) await inbox.remove(message);
  expect(await inbox.receive(10, 0)).toEqual([]);
});

test('the bus accepts events', async () => {
  const events = clientFor(EventBridgeClient);
  await events.send(new CreateEventBusCommand({ Name: 'blocks' }));
  const event = { id: 'b', chainId: '43114', number: 7 } as BlockEvent;
  await createBus('blocks', events).publish('added', [event], () => new AbortController().signal);
});

test('an execution that is started twice runs once', async () => {
  const states = clientFor(SFNClient);
  const definition = JSON.stringify({ StartAt: 'Done', States: { Done: { Type: 'Pass', End: true } } });
  const roleArn = 'arn:aws:iam::123456789012:role/states';
  const command = new CreateStateMachineCommand({ name: 'exports', definition, roleArn });
  const { stateMachineArn = '' } = await states.send(command);
  for (let i = 0; i < 2; i++) await createStateMachine(stateMachineArn, states).start('the-id', { owner: 'a' });
  const { executions = [] } = await states.send(new ListExecutionsCommand({ stateMachineArn }));
  expect(executions.map(({ name }) => name)).toEqual(['the-id']);
});

test('a parameter is read decrypted', async () => {
  const ssm = clientFor(SSMClient);
  const Name = '/chain-data/sources/43114';
  await ssm.send(new PutParameterCommand({ Name, Value: 'http://node', Type: 'SecureString' }));
  process.env.SOURCES_PATH = '/chain-data/sources';
  expect(await sourceUrl('43114', ssm)).toBe('http://node');
});

// moto does not check URL signatures: test/exports/files/download-url.test.ts computes them independently.
test('a file is merged from parts', async () => {
  const s3 = clientFor(S3Client);
  await s3.send(new CreateBucketCommand({ Bucket: 'exports' }));
  const files = createExportFiles('exports', s3);
  await files.putPart('id', 'a', Buffer.from('first,'));
  await files.putPart('id', 'b', Buffer.from('second!'));
  await files.merge('id', { parts: ['a', 'b'], lastBytes: 6 }, false);
  const { Body } = await s3.send(new GetObjectCommand({ Bucket: 'exports', Key: fileKey('id', false) }));
  expect(await Body?.transformToString()).toBe('first,second');
});

test('preflight reads the account', async () => {
  const account = createAccount(settings);
  expect(await account.caller()).toMatchObject({
    account: '123456789012',
    arn: expect.stringContaining('user/caller'),
  });
  expect(await account.parameter('/none')).toBeUndefined();
  expect(await account.stack('none')).toBeUndefined();
});
