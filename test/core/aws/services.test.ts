import { createHash } from 'node:crypto';
import { EventBridgeClient } from '@aws-sdk/client-eventbridge';
import { SFNClient } from '@aws-sdk/client-sfn';
import { SQSClient } from '@aws-sdk/client-sqs';
import { SSMClient } from '@aws-sdk/client-ssm';
import type { BlockEvent } from '../../../lambdas/chain/contract/events';
import { createBus } from '../../../lambdas/chain/follower/bus';
import { createClient, timeouts } from '../../../lambdas/core/aws/clients';
import { createInbox } from '../../../lambdas/core/aws/inbox';
import { createQueue } from '../../../lambdas/core/aws/queue';
import { sqs } from '../../../lambdas/core/aws/sqs';
import { sourceUrl } from '../../../lambdas/core/node/sources';
import { createStateMachine } from '../../../lambdas/exports/files/state-machine';
import {
  CALLER,
  toError as errorWithHidden,
  hangsUp,
  refuses,
  says,
  scriptedAws,
  stopScripted,
  stopsHalfway,
} from '../../support/tables/scripted-aws';
import { withoutDelays } from '../../support/tables/without-delays';

beforeEach(() => {
  process.env.SOURCES_PATH = '/chain-data/sources';
});
afterEach(() => {
  delete process.env.SOURCES_PATH;
  stopScripted();
});

/** Starts a server with scripted responses; returns the received requests and clients for it. */
async function scripted(...script: Parameters<typeof scriptedAws>) {
  const { asked, endpoint } = await scriptedAws(...script);
  const settings = { region: 'eu-west-1', endpoint, credentials: CALLER };
  return {
    asked,
    queue: `${endpoint}/111122223333/things`,
    sqs: createClient(SQSClient, settings),
    events: createClient(EventBridgeClient, settings),
    states: createClient(SFNClient, settings),
    ssm: createClient(SSMClient, settings),
  };
}
const toError = (call: Promise<unknown>) => errorWithHidden(call, false);
const bodies = (asked: readonly { readonly body: string }[]) => asked.map(({ body }) => JSON.parse(body) as unknown);

const EVENT = { id: 'b', chainId: '43114', number: 7 } as BlockEvent;
const signal = () => new AbortController().signal;

describe('AWS clients', () => {
  const { env } = process;
  const inFunction = (endpoint: string): void => {
    process.env = { ...env, AWS_REGION: 'eu-west-1', AWS_ENDPOINT_URL_SQS: endpoint };
    Object.assign(process.env, { AWS_ACCESS_KEY_ID: 'AKIAEXAMPLE', AWS_SECRET_ACCESS_KEY: 'planted-secret' });
  };
  afterEach(() => {
    process.env = env;
  });

  test('a client times out on a response that stops halfway', async () => {
    const { endpoint } = await scriptedAws(stopsHalfway);
    const settings = { region: 'eu-west-1', endpoint, credentials: CALLER, maxAttempts: 1, ...timeouts(200) };
    const queue = createQueue(`${endpoint}/111122223333/things`, createClient(SQSClient, settings));
    expect((await toError(queue.send(['a']))).name).toBe('TimeoutError');
  });

  test('a client is shared within a process, uses the endpoint of the environment, retries up to three attempts and sends a user agent', async () => {
    const { asked, endpoint } = await scriptedAws(hangsUp, refuses('ThrottlingException'), says({}));
    inFunction(endpoint);
    expect(sqs()).toBe(sqs());
    await withoutDelays(() => createQueue('https://queue.invalid/111122223333/things').send(['a']));
    expect(asked.length).toBe(3);
    expect(asked[0]?.headers['user-agent']).toContain('chain-data-service');
    expect(asked[0]?.headers.authorization).toMatch(/Credential=AKIAEXAMPLE\/\d{8}\/eu-west-1\/sqs\/aws4_request/);
  });
});

describe('a partial failure', () => {
  const failed = says({ Failed: [{ Id: '1', Code: 'InternalError' }] });

  test('a partial failure to send throws, so that all messages are sent again', async () => {
    const { sqs, queue } = await scripted(failed);
    const error = await toError(createQueue(queue, sqs).send(['a', 'b']));
    expect(error.message).toBe('queue rejected 1 messages: InternalError');
  });
  test('a partial failure to delete throws, so that the message is redelivered', async () => {
    const { sqs, queue } = await scripted(failed);
    const error = await toError(createInbox(queue, sqs).remove({ body: 'text', receipt: 'r' }));
    expect(error.message).toBe('queue failed to delete 1 messages: InternalError');
  });
  test('publishing retries only the failed events, up to five attempts', async () => {
    const refused = { ErrorCode: 'InternalFailure' };
    const { asked, events } = await scripted(
      says({ Entries: [{ EventId: '1' }, refused] }),
      ...Array.from({ length: 4 }, () => says({ Entries: [refused] })),
    );
    const [first, second] = [EVENT, { ...EVENT, id: 'c' }];
    const publish = () => createBus('blocks', events).publish('added', [first, second], signal);
    expect((await withoutDelays(() => toError(publish()))).message).toBe('event bus rejected 1 events');
    const details = bodies(asked).map((body) =>
      (body as { Entries: { Detail: string }[] }).Entries.map(({ Detail }) => (JSON.parse(Detail) as BlockEvent).id),
    );
    expect(details).toEqual([['b', 'c'], ...Array.from({ length: 4 }, () => ['c'])]);
  });
});

describe('a queue', () => {
  test('a queue receives messages in requests of ten, with the given delay and group', async () => {
    const { asked, sqs, queue } = await scripted(says({}), says({}));
    const messages = Array.from({ length: 12 }, (_, i) => i);
    await createQueue(queue, sqs).send(messages, { delaySeconds: 60, group: 'owner' });
    const entries = (bodies(asked) as { Entries: object[] }[]).map(({ Entries }) => Entries);
    expect(entries.map(({ length }) => length).toSorted()).toEqual([10, 2]);
    const more = { DelaySeconds: 60, MessageGroupId: 'owner' };
    expect(entries.flat()).toEqual(
      expect.arrayContaining(messages.map((n) => expect.objectContaining({ MessageBody: String(n), ...more }))),
    );
  });

  test('an inbox returns messages as sent, and caps the batch size and the wait', async () => {
    const MD5OfBody = createHash('md5').update('{"a":1}').digest('hex'); // the SDK checks it
    const message = { Body: '{"a":1}', ReceiptHandle: 'r', MD5OfBody };
    const { asked, sqs, queue } = await scripted(says({ Messages: [message] }), says({}));
    const { receive } = createInbox(queue, sqs);
    expect(await receive(3, 1)).toEqual([{ body: '{"a":1}', receipt: 'r' }]);
    expect(await receive(30, 20)).toEqual([]);
    expect(bodies(asked)).toMatchObject([
      { MaxNumberOfMessages: 3, WaitTimeSeconds: 1 },
      { MaxNumberOfMessages: 10, WaitTimeSeconds: 5 },
    ]);
  });

  test('an inbox and a queue treat null in a response as an absent field', async () => {
    const nothing = says({ Messages: null, Failed: null });
    const { asked, sqs, queue } = await scripted(nothing, nothing, nothing);
    const { receive, remove } = createInbox(queue, sqs);
    expect(await receive(1, 1)).toEqual([]);
    await remove({ body: 'text', receipt: 'r' });
    await createQueue(queue, sqs).send(['a']);
    expect(asked.length).toBe(3);
  });
});

test('an event with a null error code counts as published', async () => {
  const { asked, events } = await scripted(says({ Entries: [{ EventId: '1', ErrorCode: null }] }));
  await createBus('blocks', events).publish('added', [EVENT], signal);
  expect(asked.length).toBe(1);
});

test('a missing source throws an error that says how to add one', async () => {
  const { ssm } = await scripted(refuses('ParameterNotFound'));
  const error = await toError(sourceUrl('1', ssm));
  expect([error.name, error.message]).toEqual([
    'NodeDown',
    'chain 1 has no source: store its RPC URL with `npm run cli -- sources put`',
  ]);
});

test('a source that SSM fails to return is not reported as missing, and a cached value is used', async () => {
  const { ssm } = await scripted(refuses('AccessDeniedException'), says({ Parameter: { Value: 'http://one' } }));
  expect((await toError(sourceUrl('77', ssm))).message).toBe(
    'the source of chain 77 cannot be read: SSM failed with AccessDeniedException',
  );
  expect(await sourceUrl('77', ssm)).toBe('http://one');
  const later = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 600_000);
  const denied = refuses('AccessDeniedException');
  // The SDK may retry, as the clock looks wrong.
  const { asked, ssm: failing } = await scripted(denied, denied, denied);
  expect(await sourceUrl('77', failing)).toBe('http://one');
  const before = asked.length;
  // The next read is not due yet.
  expect(await sourceUrl('77', failing)).toBe('http://one');
  later.mockRestore();
  expect([before > 0, asked.length - before]).toEqual([true, 0]);
});

test('starting an existing execution is a no-op, and other errors are thrown', async () => {
  const { asked, states } = await scripted(refuses('ExecutionAlreadyExists'), refuses('InvalidArn'));
  const { start } = createStateMachine('arn:machine', states);
  await start('the-id', { owner: 'a' });
  expect(await toError(start('the-id', {}))).toMatchObject({ name: 'InvalidArn', $metadata: { httpStatusCode: 400 } });
  expect(bodies(asked)[0]).toEqual({ stateMachineArn: 'arn:machine', name: 'the-id', input: '{"owner":"a"}' });
});
