import { createQueueClient, type QueueClient } from '../../local/queues';
import { bearer } from '../support/runner-token';
import { runCli } from '../support/service/command';
import { removeFolders, Service, wait } from '../support/service/service';

/** Dead letters from the export queue, from the bus for that queue, and without a source queue. */
const EXPORT = { owner: 'wallet', operationId: 'aa22054a-cb7c-4a4e-9b83-59f2ede74138', createdAt: 1 };
const FROM_BUS = { ...EXPORT, createdAt: 2 };
const UNKNOWN = { of: 'no queue' };

describe('dead letters', () => {
  let service: Service;
  let sqs: QueueClient;
  beforeAll(async () => {
    // Nothing here needs a node.
    service = await new Service({ chains: [{ chainId: '1', index: false, rpcUrl: 'http://127.0.0.1:9' }] }).start();
    sqs = createQueueClient(service.urls.awsUrls.sqs, service.urls.token);
  });
  afterAll(async () => {
    await service?.stop();
    removeFolders();
  });

  const toUrls = async (QueueNamePrefix: string) =>
    (await sqs<{ QueueUrls: string[] }>('ListQueues', { QueueNamePrefix })).QueueUrls;
  const starts = async () => {
    const counts = await fetch(`${service.urls.controlUrl}/local/calls`, { headers: bearer(service.urls.token) }).then(
      (answer) => answer.json(),
    );
    return (counts as Record<string, number>)['states:StartExecution'] ?? 0;
  };

  test('dead letters are listed with their source queue, and a redrive returns them to it', async () => {
    const [QueueUrl = ''] = await toUrls('chain-data-data-DeadLetters');
    const [exportsUrl = ''] = await toUrls('chain-data-exports-StartExport');
    const queue = exportsUrl.split('/').at(-1) ?? '';
    const from = (name: string) => ({
      MessageAttributes: { [name]: { DataType: 'String', StringValue: `arn:aws:sqs:us-east-1:000000000000:${queue}` } },
    });
    const put = (body: object, more: object = {}) =>
      sqs('SendMessage', { QueueUrl, MessageBody: JSON.stringify(body), ...more });
    await put(EXPORT, from('DeadLetterQueueSourceArn'));
    await put(FROM_BUS, from('TARGET_ARN'));
    await put(UNKNOWN);

    const health = await service.get<{ details: object }>('/v1/health-check');
    expect(health.body.details).toMatchObject({
      queues: { deadLetters: 3, message: expect.stringContaining('dead-letters list') },
    });
    const listed = async () =>
      (
        JSON.parse((await runCli(service, 'dead-letters', 'list', '--json')).stdout) as {
          queue?: string;
          body: string;
        }[]
      )
        .map((one) => [one.queue, JSON.parse(one.body)])
        .toSorted(([a], [b]) => String(a).localeCompare(String(b)));
    const all = [
      [queue, EXPORT],
      [queue, FROM_BUS],
      [undefined, UNKNOWN],
    ];
    expect(await listed()).toEqual(all);
    // Listing does not hide messages from the next reader.
    expect(await listed()).toEqual(all);

    const before = await starts();
    const { code, stdout } = await runCli(service, 'dead-letters', 'redrive');
    expect([code, stdout]).toEqual([
      0,
      '2 messages returned to their queues.\n1 message left, with no source queue: see `dead-letters list`.\n',
    ]);
    while ((await starts()) < before + 2) await wait(50);
    expect(await listed()).toEqual([[undefined, UNKNOWN]]);
  });
});
