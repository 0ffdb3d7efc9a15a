import type { RequestOptions } from 'node:http';
import https from 'node:https';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn';
import {
  DeleteMessageBatchCommand,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { GetParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import { openBus } from '../../../lambdas/adapters/aws/bus';
import { openInbox } from '../../../lambdas/adapters/aws/inbox';
import { type JsonClient, openJsonClient } from '../../../lambdas/adapters/aws/json-client';
import { openQueue } from '../../../lambdas/adapters/aws/queue';
import { openStateMachine } from '../../../lambdas/adapters/aws/state-machine';
import { sourceUrl } from '../../../lambdas/adapters/node/sources';
import { BLOCK_EVENT, type BlockEvent } from '../../../lambdas/contract/events';
import { CALLER, errorOf, refuses, says, scriptedAws, stopScripted } from '../../support/tables/scripted-aws';
import { withoutDelays } from '../../support/tables/without-delays';

type Service = Parameters<typeof openJsonClient>[0];

beforeEach(() => {
  process.env.SOURCES_PATH = '/chain-data/sources';
});
afterEach(() => {
  delete process.env.SOURCES_PATH;
  stopScripted();
});

/** A service with this script, a client of it, what it was asked for, and the settings for AWS's SDK. */
async function scripted(service: Service, ...script: Parameters<typeof scriptedAws>) {
  const { asked, endpoint } = await scriptedAws(...script);
  const region = 'eu-west-1';
  return {
    asked,
    queue: `${endpoint}/111122223333/things`,
    client: openJsonClient(service, { region, endpoint, credentials: () => CALLER }),
    ofSdk: { region, endpoint, credentials: CALLER },
  };
}
const bodies = (asked: readonly { readonly body: string }[]) => asked.map(({ body }) => JSON.parse(body) as unknown);

const EVENT = { id: 'b', chainId: '43114', number: 7 } as BlockEvent;
const signal = () => new AbortController().signal;

describe('the request is that of AWS’s SDK', () => {
  type Ofs = Awaited<ReturnType<typeof scripted>>;
  const cases: [string, Service, object, (to: JsonClient, queue: string) => Promise<unknown>, (of: Ofs) => unknown][] =
    [
      [
        'sending to a queue',
        'sqs',
        {},
        (client, queue) => openQueue(queue, client).send([{ a: 'é' }, 2], { delaySeconds: 60, group: 'owner' }),
        ({ ofSdk, queue: QueueUrl }) => {
          const more = { DelaySeconds: 60, MessageGroupId: 'owner' };
          const Entries = [
            { Id: '0', MessageBody: '{"a":"é"}', ...more },
            { Id: '1', MessageBody: '2', ...more },
          ];
          return new SQSClient(ofSdk).send(new SendMessageBatchCommand({ QueueUrl, Entries }));
        },
      ],
      [
        'receiving from one',
        'sqs',
        {},
        (client, queue) => openInbox(queue, client).receive(30, 1),
        ({ ofSdk, queue: QueueUrl }) =>
          new SQSClient(ofSdk).send(
            new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10, WaitTimeSeconds: 1 }),
          ),
      ],
      [
        'removing what was received',
        'sqs',
        {},
        (client, queue) => openInbox(queue, client).remove({ body: 'text', receipt: 'r' }),
        ({ ofSdk, queue: QueueUrl }) =>
          new SQSClient(ofSdk).send(
            new DeleteMessageBatchCommand({ QueueUrl, Entries: [{ Id: '0', ReceiptHandle: 'r' }] }),
          ),
      ],
      [
        'publishing an event',
        'events',
        { Entries: [{ EventId: '1' }] },
        (client) => openBus('blocks', client).publish('added', [EVENT], signal),
        ({ ofSdk }) => {
          const more = { EventBusName: 'blocks', Source: BLOCK_EVENT.source, DetailType: BLOCK_EVENT.added };
          return new EventBridgeClient(ofSdk).send(
            new PutEventsCommand({ Entries: [{ ...more, Detail: JSON.stringify(EVENT) }] }),
          );
        },
      ],
      [
        'starting an execution',
        'states',
        {},
        (client) => openStateMachine('arn:machine', client).start('the-id', { owner: 'a' }),
        ({ ofSdk }) =>
          new SFNClient(ofSdk).send(
            new StartExecutionCommand({ stateMachineArn: 'arn:machine', name: 'the-id', input: '{"owner":"a"}' }),
          ),
      ],
      [
        'reading a source',
        'ssm',
        { Parameter: { Value: 'https://node.example' } },
        (client) => sourceUrl('43114', client),
        ({ ofSdk }) =>
          new SSMClient(ofSdk).send(
            new GetParameterCommand({ Name: '/chain-data/sources/43114', WithDecryption: true }),
          ),
      ],
    ];
  test.each(cases)('%s', async (_, service, answer, ours, sdk) => {
    const of = await scripted(service, says(answer), says(answer));
    await ours(of.client, of.queue);
    await sdk(of);
    const [own, theirs] = of.asked.map(({ method, url, headers, body }) => ({
      ...{ method, url, host: headers.host, type: headers['content-type'], target: headers['x-amz-target'] },
      ...{ scope: /Credential=\S+?,/.exec(headers.authorization ?? '')?.[0], body: JSON.parse(body) as unknown },
    }));
    expect(own).toEqual(theirs);
    expect(own?.scope).toMatch(new RegExp(`/eu-west-1/${service}/aws4_request,$`));
  });
});

/** One of each partition. */
const REGIONS = [
  ...['eu-west-1', 'cn-north-1', 'us-gov-west-1', 'eusc-de-east-1'],
  ...['us-iso-east-1', 'us-isob-east-1', 'us-isof-south-1', 'eu-isoe-west-1'],
];

describe('a request goes where AWS’s SDK sends it', () => {
  const providers = {
    dynamodb: new DynamoDBClient({}).config.endpointProvider,
    events: new EventBridgeClient({}).config.endpointProvider,
    sqs: new SQSClient({}).config.endpointProvider,
    ssm: new SSMClient({}).config.endpointProvider,
    states: new SFNClient({}).config.endpointProvider,
  };
  test.each(Object.keys(providers) as Service[])('to %s', async (service) => {
    const spy = jest.spyOn(https, 'request').mockImplementation(() => {
      throw new Error('not sent');
    });
    try {
      for (const region of REGIONS) {
        const client = openJsonClient(service, { region, credentials: () => CALLER });
        await withoutDelays(() => errorOf(client.send('Any', '{}')));
        const { hostname, path } = (spy.mock.lastCall?.[0] ?? {}) as RequestOptions;
        expect(`https://${hostname}${path}`).toBe(providers[service]({ Region: region }).url.href);
      }
    } finally {
      spy.mockRestore();
    }
  });

  test('to the address that the environment has for the service, before the one for all', async () => {
    const [own, all] = [await scriptedAws(says({})), await scriptedAws(says({}), says({}))];
    const before = { ...process.env };
    try {
      Object.assign(process.env, { AWS_ENDPOINT_URL_SQS: own.endpoint, AWS_ENDPOINT_URL: all.endpoint });
      await openJsonClient('sqs', { credentials: () => CALLER }).send('Any', '{}');
      await openJsonClient('ssm', { credentials: () => CALLER }).send('Any', '{}');
      expect([own.asked.length, all.asked.length]).toEqual([1, 1]);
    } finally {
      process.env = before;
    }
  });
});

describe('what a service did not take', () => {
  const failed = says({ Failed: [{ Id: '1', Code: 'InternalError' }] });

  test('of a queue’s messages is thrown, so that all are sent again', async () => {
    const { client, queue } = await scripted('sqs', failed);
    const error = await errorOf(openQueue(queue, client).send(['a', 'b']));
    expect(error.message).toBe('queue rejected 1 messages: InternalError');
  });
  test('of removals is thrown, so that the message comes again', async () => {
    const { client, queue } = await scripted('sqs', failed);
    const error = await errorOf(openInbox(queue, client).remove({ body: 'text', receipt: 'r' }));
    expect(error.message).toBe('queue kept 1 messages: InternalError');
  });
  test('of events is published again, alone, five times in all', async () => {
    const refused = { ErrorCode: 'InternalFailure' };
    const { asked, client } = await scripted(
      'events',
      says({ Entries: [{ EventId: '1' }, refused] }),
      ...Array.from({ length: 4 }, () => says({ Entries: [refused] })),
    );
    const [first, second] = [EVENT, { ...EVENT, id: 'c' }];
    const publish = () => openBus('blocks', client).publish('added', [first, second], signal);
    expect((await withoutDelays(() => errorOf(publish()))).message).toBe('event bus rejected 1 events');
    const details = bodies(asked).map((body) =>
      (body as { Entries: { Detail: string }[] }).Entries.map(({ Detail }) => (JSON.parse(Detail) as BlockEvent).id),
    );
    expect(details).toEqual([['b', 'c'], ...Array.from({ length: 4 }, () => ['c'])]);
  });
});

test('messages are sent in requests of ten, and received as they were sent', async () => {
  const message = { Body: '{"a":1}', ReceiptHandle: 'r' };
  const { asked, client, queue } = await scripted('sqs', says({}), says({}), says({ Messages: [message] }), says({}));
  await openQueue(queue, client).send(Array.from({ length: 12 }, (_, i) => i));
  const { receive } = openInbox(queue, client);
  expect(await receive(3, 1)).toEqual([{ body: '{"a":1}', receipt: 'r' }]);
  expect(await receive(3, 1)).toEqual([]);
  const [one, two, third] = bodies(asked) as { Entries: unknown[]; MaxNumberOfMessages?: number }[];
  expect([one?.Entries.length, two?.Entries.length].toSorted()).toEqual([10, 2]);
  expect(third?.MaxNumberOfMessages).toBe(3);
});

test('a source that is not there says how to put one', async () => {
  const { client } = await scripted('ssm', refuses('ParameterNotFound'));
  const error = await errorOf(sourceUrl('1', client));
  expect([error.name, error.message]).toEqual([
    'NodeDown',
    'chain 1 has no source: put its RPC URL with `npm run cli -- sources put`',
  ]);
});

test('an execution of a name that there was is none to start, and other errors are thrown', async () => {
  const { asked, client } = await scripted('states', refuses('ExecutionAlreadyExists'), refuses('InvalidArn'));
  const { start } = openStateMachine('arn:machine', client);
  await start('the-id', {});
  expect(await errorOf(start('the-id', {}))).toMatchObject({ name: 'InvalidArn', statusCode: 400 });
  expect(asked.length).toBe(2);
});

describe('an answer', () => {
  test.each([
    ['without a body', ''],
    ['with null for what is not there', { Messages: null, Failed: null }],
  ])('%s is one of nothing', async (_, body) => {
    const { asked, client, queue } = await scripted('sqs', says(body), says(body), says(body));
    const { receive, remove } = openInbox(queue, client);
    expect(await receive(1, 1)).toEqual([]);
    await remove({ body: 'text', receipt: 'r' });
    await openQueue(queue, client).send(['a']);
    expect(asked.length).toBe(3);
  });
  test('with null for the error of an event says that it was taken', async () => {
    const { asked, client } = await scripted('events', says({ Entries: [{ EventId: '1', ErrorCode: null }] }));
    await openBus('blocks', client).publish('added', [EVENT], signal);
    expect(asked.length).toBe(1);
  });
  test.each([
    ['in its header alone', {}, 'OddError:http://internal.amazon.com/coral/'],
    ['as a code', { code: 'OddError' }, undefined],
  ])('with an error %s has its name', async (_, body, header) => {
    const { asked, client } = await scripted('ssm', (_request, response) => {
      response.writeHead(400, header === undefined ? {} : { 'x-amzn-errortype': header });
      response.end(JSON.stringify(body));
    });
    const error = await errorOf(client.send('Any', '{}'));
    expect([error.name, asked.length]).toEqual(['OddError', 1]);
  });
  test.each([
    ['TooManyRequestsException', 400],
    ['Anything', 429],
  ])('that refuses with %s (%i) is asked for again', async (name, status) => {
    const { asked, client } = await scripted('sqs', refuses(name, status), says({}));
    await withoutDelays(() => client.send('Any', '{}'));
    expect(asked.length).toBe(2);
  });
});

test('a poll asks for no longer wait than the client has', async () => {
  const { asked, client, queue } = await scripted('sqs', says({}));
  await openInbox(queue, client).receive(1, 20);
  expect(bodies(asked)).toMatchObject([{ WaitTimeSeconds: 5 }]);
});
