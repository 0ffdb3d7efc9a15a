import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { GetItemCommand } from '@aws-sdk/client-dynamodb';
import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { GetParameterCommand } from '@aws-sdk/client-ssm';
import { type Runner, startRunner } from '../../local/runner';
import { bearer } from '../support/runner-token';
import { folder, removeFolders } from './support/assembly';
import { bodies, type Clients, getClients, receive, writeService } from './support/service';

const assembly = writeService();
afterAll(removeFolders);

describe('running assembly', () => {
  const dataDir = folder();
  let runner: Runner;
  let clients: Clients;
  beforeAll(async () => {
    runner = await startRunner({ assembly, dataDir, ports: {}, parameters: { '/secret': 'https://node.example' } });
    clients = await getClients(runner);
  });
  afterAll(() => runner.stop());

  const logged = async (id: string, enough: (lines: Record<string, unknown>[]) => boolean) => {
    for (;;) {
      const file = join(dataDir, 'logs', `app-${id}.log`);
      const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
      const lines = text
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Record<string, unknown>);
      if (enough(lines)) return lines;
      await sleep(20);
    }
  };
  const work = (MessageBody: string) => {
    const QueueUrl = clients.env.IDLE?.replace('app-Idle', 'app-Jobs');
    return clients.sqs('SendMessage', { QueueUrl, MessageBody });
  };
  const worked = async (body: string, times: number) => {
    const seen = (lines: Record<string, unknown>[]) =>
      lines.filter((line) => JSON.stringify(line).includes(`"${body}"`));
    return seen(await logged('Worker', (lines) => seen(lines).length >= times));
  };

  test('a plain S3 client finds its bucket, and a conditional write creates a key only once', async () => {
    const object = { Bucket: 'app-bucket', Key: 'raw/1 a-ä%' };
    await clients.s3.send(new PutObjectCommand({ ...object, Body: 'one', IfNoneMatch: '*' }));
    const again = clients.s3.send(new PutObjectCommand({ ...object, Body: 'two', IfNoneMatch: '*' }));
    await expect(again).rejects.toMatchObject({ name: 'PreconditionFailed' });
    const { Body } = await clients.s3.send(new GetObjectCommand(object));
    expect(await Body?.transformToString()).toBe('one');
  });

  test('a caller that disconnects mid-request does not affect later calls', async () => {
    for (const url of [runner.awsUrls.dynamodb, runner.controlUrl]) {
      const socket = connect(Number(new URL(url).port), '127.0.0.1');
      await once(socket, 'connect');
      socket.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1000\r\n\r\n{"half":');
      await sleep(50);
      socket.destroy();
      await sleep(50);
    }
    const got = await clients.dynamodb.send(new GetItemCommand({ TableName: 'app-Table', Key: { pk: { S: 'x' } } }));
    expect(got.Item).toBeUndefined();
    expect((await fetch(`${runner.controlUrl}/local/calls`, { headers: bearer(runner.token) })).status).toBe(200);
  });

  test('every endpoint rejects callers without the token, and web pages even with it', async () => {
    const { dynamodb, s3, sqs } = runner.awsUrls;
    const json = (target: string, body = '{}'): RequestInit => ({
      method: 'POST',
      headers: { 'x-amz-target': target },
      body,
    });
    const requests: [string, RequestInit][] = [
      [dynamodb, json('DynamoDB_20120810.ListTables')],
      [sqs, json('AmazonSQS.ListQueues')],
      [`${s3}/app-bucket?list-type=2`, {}],
      [`${s3}/app-bucket/x`, { method: 'PUT', body: 'x' }],
      [runner.controlUrl, json('AmazonSSM.GetParameter', '{"Name":"/secret"}')],
      [`${runner.controlUrl}/apikeys`, { method: 'POST', body: '{"name":"x","enabled":true}' }],
      [`${runner.controlUrl}/local/break`, { method: 'POST', body: '{"call":"x","when":"before"}' }],
      [`${runner.controlUrl}/local/calls`, {}],
    ];
    for (const [url, request] of requests)
      for (const headers of [{}, { ...bearer(runner.token), origin: 'http://127.0.0.1:8080' }]) {
        const answer = await fetch(url, { ...request, headers: { ...request.headers, ...headers } });
        const text = await answer.text();
        expect([url, answer.status, text]).toEqual([
          url,
          url === dynamodb ? 400 : 403,
          expect.stringContaining('ready.json'),
        ]);
      }
  });

  test('parameters are served from memory, and an unknown one gets ParameterNotFound', async () => {
    const { Parameter } = await clients.ssm.send(new GetParameterCommand({ Name: '/secret', WithDecryption: true }));
    expect(Parameter?.Value).toBe('https://node.example');
    const unknown = clients.ssm.send(new GetParameterCommand({ Name: '/nope' }));
    await expect(unknown).rejects.toMatchObject({ name: 'ParameterNotFound' });
  });

  test('a schedule fires at the start with its input, and a disabled one does not', async () => {
    const lines = await logged('Tick', (all) => all.length > 0);
    expect(lines).toEqual([
      { timestamp: expect.any(String), level: 'INFO', requestId: expect.any(String), message: { tick: 1 } },
    ]);
    expect((await logged('Worker', () => true)).some(({ level }) => level === 'ERROR')).toBe(false);
  });

  test('a function that blocks its thread is terminated at its timeout and logged as an error', async () => {
    const [line] = await logged('Stuck', (all) => all.length > 0);
    expect(line).toMatchObject({
      level: 'ERROR',
      message: { errorMessage: expect.stringContaining('timed out after 1.00') },
    });
  });

  test('a worker receives its message once, and objects, formats and raw lines are logged as in Lambda', async () => {
    await work('good');
    const [call] = await worked('good', 1);
    expect(call).toMatchObject({ level: 'INFO', message: { bodies: ['good'], left: true } });
    const lines = await logged('Worker', (all) => all.some((line) => '_aws' in line));
    expect(lines).toContainEqual(expect.objectContaining({ level: 'WARN', message: 'took 1' }));
    await sleep(3_200); // past the visibility timeout
    expect(await worked('good', 1)).toHaveLength(1);
  });

  test('a message that fails or crashes its function is retried and moved to the dead-letter queue', async () => {
    await Promise.all([work('bad'), work('crash')]);
    const dead: string[] = [];
    while (dead.length < 2) dead.push(...(await bodies(clients, clients.env.DEAD)));
    expect(dead.sort()).toEqual(['bad', 'crash']);
    expect([(await worked('bad', 2)).length, (await worked('crash', 2)).length]).toEqual([2, 2]);
  });

  test('a thrown error is logged with its type and stack', async () => {
    const lines = await logged('Worker', (all) => all.some(({ level }) => level === 'ERROR'));
    expect(lines.find(({ level }) => level === 'ERROR')).toMatchObject({
      message: {
        errorType: 'TypeError',
        errorMessage: 'crashed',
        stackTrace: expect.arrayContaining(['TypeError: crashed']),
      },
    });
  });

  test('ChangeMessageVisibility to 0 makes the message available at once', async () => {
    const QueueUrl = clients.env.IDLE;
    await clients.sqs('SendMessage', { QueueUrl, MessageBody: 'again' });
    const [message] = await receive(clients, QueueUrl);
    const { ReceiptHandle } = message ?? {};
    await clients.sqs('ChangeMessageVisibility', { QueueUrl, ReceiptHandle, VisibilityTimeout: 0 });
    expect(await bodies(clients, QueueUrl)).toEqual(['again']);
  });

  test('calls are counted by name, and an unknown one is rejected by name', async () => {
    const counts = (await (
      await fetch(`${runner.controlUrl}/local/calls`, { headers: bearer(runner.token) })
    ).json()) as Record<string, number>;
    expect(counts).toMatchObject({ 's3:PutObject': 2, 'ssm:GetParameter': 2, 'sqs:SendMessage': 4 });
    const headers = { ...bearer(runner.token), 'x-amz-target': 'AWSStepFunctions.ListActivities' };
    const unknown = await fetch(runner.controlUrl, { method: 'POST', headers, body: '{}' });
    expect(await unknown.text()).toContain('AWSStepFunctions.ListActivities');
  });
});
