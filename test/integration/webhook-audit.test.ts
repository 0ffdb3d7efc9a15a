import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DeleteItemCommand, DynamoDBClient, QueryCommand } from '@aws-sdk/client-dynamodb';
import { type Anvil, startAnvil } from '../../demo/anvil';
import { eventually } from '../support/eventually';
import { rpc, sendTransfers } from '../support/node/anvil';
import { getCredentials } from '../support/runner-token';
import { runCli } from '../support/service/command';
import { startReceiver } from '../support/service/receiver';
import { registerWebhook } from '../support/service/register-webhook';
import { removeFolders, Service } from '../support/service/service';

const CHAIN = '31337';
/** The first run of hourly functions, a minute after the start. */
const FIRST_RUN_MS = 240_000;
const DELIVERED_MS = 60_000;

let anvil: Anvil;
let service: Service;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let id: string;

beforeAll(async () => {
  [anvil, receiver] = await Promise.all([startAnvil({ chainId: Number(CHAIN) }), startReceiver()]);
  service = await new Service({
    webhookLoopback: true,
    plans: { pro: { rate: 1_000, burst: 1_000 } },
    chains: [{ chainId: CHAIN, network: 'testnet', rpcUrl: anvil.url, pollIntervalMs: 100 }],
  }).start();
  const [from = ''] = await rpc<string[]>(anvil.url, 'eth_accounts', []);
  await sendTransfers(anvil.url, 1);
  await service.indexed(CHAIN, 1);
  id = await registerWebhook(service, receiver.url, [from]);
});
afterAll(async () => {
  await service?.stop();
  await Promise.all([receiver?.stop(), anvil?.stop()]);
  removeFolders();
});

const today = () => new Date().toISOString().slice(0, 10);
const counts = async () => {
  const { status, body } = await service.get(`/v1/webhooks/${id}/stats?from=${today()}&to=${today()}`);
  expect([status, body]).toEqual([200, expect.anything()]);
  return (body.days as Record<string, unknown>[])[0];
};

/** As if the table had lost it. Returns its id. */
async function deleteOneMessage(): Promise<string> {
  const { awsUrls, token } = service.urls;
  const client = new DynamoDBClient({
    ...{ endpoint: awsUrls.dynamodb, region: 'us-east-1', credentials: getCredentials(token), maxAttempts: 1 },
  });
  const { Items = [] } = await client.send(
    new QueryCommand({
      ...{ TableName: 'chain-data-table', KeyConditionExpression: 'pk = :pk' },
      ExpressionAttributeValues: { ':pk': { S: `wm#${id}` } },
    }),
  );
  const { pk, sk } = Items[1] ?? {};
  if (!pk || !sk) throw new Error('the messages are not there');
  await client.send(new DeleteItemCommand({ TableName: 'chain-data-table', Key: { pk, sk } }));
  client.destroy();
  return `msg_${String(sk.S).replaceAll('#', '_')}`;
}

const auditLog = (): Record<string, unknown>[] => {
  const logs = join(service.dir, 'data', 'logs');
  const files = readdirSync(logs).filter((name) => name.includes('-webhooks-Audit'));
  const lines = files.flatMap((name) => readFileSync(join(logs, name), 'utf8').split('\n'));
  return lines.flatMap((line) => (line.startsWith('{') ? [JSON.parse(line) as Record<string, unknown>] : []));
};

test('a message deleted by hand is counted as lost, raises the alarm, and is restored and sent again', async () => {
  await sendTransfers(anvil.url, 4);
  await eventually(
    async () => expect(await counts()).toMatchObject({ matched: 4, delivered: 4, lost: 0 }),
    DELIVERED_MS,
  );
  const clean = await runCli(service, 'webhooks', 'audit');
  expect([clean.code, clean.stdout]).toEqual([
    0,
    expect.stringMatching(/: 4 matched, 4 delivered, 0 pending, .*, 0 lost\nNothing is lost\.\n$/),
  ]);

  const lost = await deleteOneMessage();
  expect(await counts()).toMatchObject({ matched: 4, delivered: 3, lost: 1 });
  const found = await runCli(service, 'webhooks', 'audit', '--json');
  expect(found.code).toBe(1);
  const [{ lostMessages } = { lostMessages: [] }] = JSON.parse(found.stdout) as { lostMessages: { block: number }[] }[];
  const block = String(lostMessages[0]?.block);
  expect(lostMessages).toEqual([{ messageId: lost, block: Number(block) }]);

  await eventually(async () => {
    expect(auditLog()).toContainEqual(
      expect.objectContaining({ level: 'ERROR', message: 'webhook message lost', webhook: id, messageId: lost }),
    );
    expect(auditLog()).toContainEqual(expect.objectContaining({ service: 'webhooks', WebhookLosses: 1 }));
  }, FIRST_RUN_MS);

  const before = receiver.received.length;
  const { stdout } = await runCli(service, 'webhooks', 'audit');
  const command = /`webhooks (rematch [^`]+)`/.exec(stdout)?.[1] ?? '';
  expect(command).toBe(`rematch --chain ${CHAIN} --from ${block} --to ${block}`);
  expect(await runCli(service, 'webhooks', ...command.split(' '))).toMatchObject({ code: 0 });
  await eventually(
    async () => expect(await counts()).toMatchObject({ matched: 4, delivered: 4, lost: 0 }),
    DELIVERED_MS,
  );
  expect(receiver.received.slice(before).map(({ body }) => body.messageId)).toEqual([lost]);
});

test('an impossible command is a clear error with exit code 1', async () => {
  for (const [args, message] of [
    [['audit', 'x'], 'specify --owner with a webhook id'],
    [['audit', 'x', '--owner', 'nobody'], 'nobody has no such webhook: `webhooks list --owner nobody` shows them'],
    [['rematch', '--chain', CHAIN, '--from', '2', '--to', '1'], '--from must not be above --to'],
    [['rematch', '--chain', CHAIN, '--from', 'x', '--to', '1'], 'use a block number: digits only'],
    [['rematch', '--chain', CHAIN, '--from', '0', '--to', '100000'], 'specify at most 100000 blocks'],
  ] as const) {
    const { code, stdout, stderr } = await runCli(service, 'webhooks', ...args);
    expect([code, stdout, stderr]).toEqual([1, '', expect.stringContaining(message)]);
  }
});
