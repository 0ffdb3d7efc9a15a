import { GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { bearer } from '../support/runner-token';
import { folder, removeFolders } from './support/assembly';
import { type ChildRunner, startChildRunner } from './support/child-runner';
import { bodies, type Clients, getClients, receive, writeService } from './support/service';

const assembly = writeService();
afterAll(removeFolders);

describe('killed runner', () => {
  let dataDir: string;
  const Key = (pk: string) => ({ pk: { S: pk } });
  let runner: ChildRunner;
  let clients: Clients;
  beforeEach(async () => {
    dataDir = folder();
    runner = await startChildRunner(assembly, dataDir);
    clients = await getClients(runner);
  });
  afterEach(() => runner.kill());

  const breakAt = (target: object) =>
    fetch(`${runner.controlUrl}/local/break`, {
      method: 'POST',
      headers: bearer(runner.token),
      body: JSON.stringify(target),
    });
  const putItem = (pk: string) => clients.dynamodb.send(new PutItemCommand({ TableName: 'app-Table', Item: Key(pk) }));
  const hasItem = async (pk: string) =>
    (await clients.dynamodb.send(new GetItemCommand({ TableName: 'app-Table', Key: Key(pk) }))).Item !== undefined;
  const restart = async () => {
    expect(await runner.ended).toBe('SIGKILL');
    runner = await startChildRunner(assembly, dataDir);
    clients = await getClients(runner);
  };

  test('a killed runner keeps acknowledged items, objects and messages, including received ones', async () => {
    await putItem('kept');
    await clients.s3.send(new PutObjectCommand({ Bucket: 'app-bucket', Key: 'kept', Body: 'kept' }));
    await clients.sqs('SendMessage', { QueueUrl: clients.env.IDLE, MessageBody: 'kept' });
    expect(await bodies(clients, clients.env.IDLE)).toEqual(['kept']); // in flight, for 30 s
    await runner.kill();
    await restart();
    expect(await hasItem('kept')).toBe(true);
    const { Body } = await clients.s3.send(new GetObjectCommand({ Bucket: 'app-bucket', Key: 'kept' }));
    expect(await Body?.transformToString()).toBe('kept');
    expect(await bodies(clients, clients.env.IDLE)).toEqual(['kept']);
  });

  test('a receive interrupted by a kill does not count, so kills never make a dead letter', async () => {
    await clients.sqs('SendMessage', { QueueUrl: clients.env.UNCONSUMED, MessageBody: 'never failed' });
    for (const _ of [1, 2, 3]) {
      expect(await bodies(clients, clients.env.UNCONSUMED)).toEqual(['never failed']);
      await runner.kill();
      await restart();
    }
    const [message] = await receive(clients, clients.env.UNCONSUMED, { VisibilityTimeout: 0 });
    expect(message?.Attributes.ApproximateReceiveCount).toBe('1');
  });

  test('a dead letter keeps its source and attributes after a kill', async () => {
    const more = { VisibilityTimeout: 0, WaitTimeSeconds: 0 };
    const MessageAttributes = { own: { DataType: 'String', StringValue: 'kept' } };
    await clients.sqs('SendMessage', { QueueUrl: clients.env.UNCONSUMED, MessageBody: 'failed', MessageAttributes });
    const counts: number[] = [];
    for (const _ of [1, 2, 3]) counts.push((await receive(clients, clients.env.UNCONSUMED, more)).length);
    expect(counts).toEqual([1, 1, 0]);
    await runner.kill();
    await restart();
    const [dead] = await receive(clients, clients.env.DEAD);
    expect(dead).toMatchObject({
      Body: 'failed',
      Attributes: { DeadLetterQueueSourceArn: 'arn:aws:sqs:us-east-1:000000000000:app-Unconsumed' },
      MessageAttributes,
    });
    expect(dead?.MessageAttributes).toEqual(MessageAttributes);
  });

  test('a kill before the nth matching call stores earlier and other calls but not that one', async () => {
    await breakAt({ call: 'dynamodb:PutItem', contains: 'wanted', nth: 2, when: 'before' });
    await putItem('wanted-1');
    await putItem('other');
    await expect(putItem('wanted-2')).rejects.toThrow();
    await restart();
    expect([await hasItem('wanted-1'), await hasItem('other'), await hasItem('wanted-2')]).toEqual([true, true, false]);
  });

  test('planned failures reject the given number of calls without storing them or ending the process', async () => {
    await breakAt({ call: 's3:PutObject', contains: 'bad/', nth: 2, times: 2, when: 'fail' });
    const put = async (key: string) => {
      const url = `${clients.env.AWS_ENDPOINT_URL_S3 ?? ''}/app-bucket/${key}`;
      return (await fetch(url, { method: 'PUT', headers: bearer(runner.token), body: 'x' })).status;
    };
    const statuses: number[] = [];
    for (const n of [1, 2, 3, 4]) statuses.push(await put(`bad/${n}`));
    expect([...statuses, await put('good/1')]).toEqual([200, 500, 500, 200, 200]);
    await expect(clients.s3.send(new GetObjectCommand({ Bucket: 'app-bucket', Key: 'bad/2' }))).rejects.toMatchObject({
      name: 'NoSuchKey',
    });
  });

  test('a kill after a call keeps its write although the caller got no response', async () => {
    await breakAt({ call: 's3:PutObject', contains: 'late/', when: 'after' });
    const object = { Bucket: 'app-bucket', Key: 'late/one' };
    await expect(clients.s3.send(new PutObjectCommand({ ...object, Body: 'x' }))).rejects.toThrow();
    await restart();
    const { Body } = await clients.s3.send(new GetObjectCommand(object));
    expect(await Body?.transformToString()).toBe('x');
  });

  test('a kill after PutEvents keeps the event in its target', async () => {
    await breakAt({ call: 'events:PutEvents', nth: 1, when: 'after' });
    const Entries = [{ EventBusName: 'bus', Source: 'test', DetailType: 'd', Detail: '{"n":1}' }];
    await expect(clients.events.send(new PutEventsCommand({ Entries }))).rejects.toThrow();
    await restart();
    const [message = '{}', ...others] = await bodies(clients, clients.env.IDLE);
    expect([JSON.parse(message).detail, others]).toEqual([{ n: 1 }, []]);
  });
});
