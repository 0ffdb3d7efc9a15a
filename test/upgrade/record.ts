import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, ScanCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { startAnvil } from '../../demo/anvil';
import { TABLE } from '../../lambdas/core/table/schema';
import { OPERATION } from '../../lambdas/exports/rows/operation-item';
import { mine, rpc, sendTransfers } from '../support/node/anvil';
import { bearer, getCredentials } from '../support/runner-token';
import { startReceiver } from '../support/service/receiver';
import { registerWebhook } from '../support/service/register-webhook';
import { folder, type Json, removeFolders, Service, wait } from '../support/service/service';
import {
  CHAIN,
  CONFIRMATIONS,
  configFor,
  pack,
  RECEIVER_PORT,
  RELEASES,
  type Recorded,
  recordStacks,
} from './recording';

/** Messages per webhook: too few failures for a receiver to count as dead. */
const TRANSFERS = 4;
/** Recorded rows must not expire: the test runs years later. Unix seconds, in the year 2100. */
const NEVER = 4_102_444_800;

/**
 * Records this release for the upgrade tests of later ones: its stacks, and its data folder with webhook messages that are
 * delivered, pending (in the outbox and in a queue), held and failed, and with running and unstarted exports.
 */
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
const dir = folder();
const anvil = await startAnvil({ chainId: Number(CHAIN), statePath: join(dir, 'node.json') });
const receiver = await startReceiver(RECEIVER_PORT);
const service = new Service(configFor(anvil.url), dir);
try {
  const recorded = await record();
  await service.kill();
  await anvil.stop();
  writeFileSync(join(dir, 'recorded.json'), JSON.stringify(recorded));
  mkdirSync(RELEASES, { recursive: true });
  const file = join(RELEASES, `${version}.tar.gz`);
  pack(dir, file);
  for (const made of [file, recordStacks(version)])
    console.log(`${made}: ${Math.ceil(statSync(made).size / 1_000)} kB`);
} finally {
  await service.kill();
  await anvil.stop();
  await receiver.stop();
  removeFolders();
}

async function record(): Promise<Recorded> {
  receiver.answers(({ path }, response) => {
    response.writeHead({ '/pending': 500, '/failed': 410 }[path] ?? 204).end();
  });
  await service.start();
  const [from = ''] = await rpc<string[]>(anvil.url, 'eth_accounts');
  await service.indexed(CHAIN, 0);
  const register = (path: string, more: Json = {}) => registerWebhook(service, `${receiver.url}${path}`, [from], more);
  const webhooks = {
    delivered: await register('/delivered'),
    pending: await register('/pending'),
    failed: await register('/failed'),
    held: await register('/held', { confirmations: CONFIRMATIONS }),
  };
  await sendTransfers(anvil.url, TRANSFERS);
  await mine(anvil.url, 4);
  await service.indexed(CHAIN, TRANSFERS + 4);
  const inState = async (name: 'delivered' | 'pending' | 'failed') => {
    const webhook = webhooks[name];
    for (;;) {
      const messages = await service.all(`/v1/webhooks/${webhook}/messages?status=${name}`, 'messages', 100);
      if (messages.length === TRANSFERS)
        return { webhook, messages: messages.map(({ messageId }) => String(messageId)).toSorted() };
      await wait(200);
    }
  };
  const states = {
    delivered: await inState('delivered'),
    failed: await inState('failed'),
    pending: await inState('pending'),
    held: { webhook: webhooks.held, messages: TRANSFERS },
  };
  // Until the process is killed, the first export retries storing its part, and the second one its start.
  const running = await exportUntil(from, { call: 's3:PutObject', contains: '/parts/' });
  const queued = await exportUntil(from, { call: 'states:StartExecution' });
  await keepRows();
  return { release: version, ...states, exports: [running, queued] };
}

/** Requests an export that keeps failing at a call. Returns its ID once it has reached the call. */
async function exportUntil(address: string, step: { call: string; contains?: string }): Promise<string> {
  const calls = async () => {
    const counts = await fetch(`${service.urls.controlUrl}/local/calls`, { headers: bearer(service.urls.token) }).then(
      (answer) => answer.json(),
    );
    return (counts as Record<string, number>)[step.call] ?? 0;
  };
  await service.breakAt({ ...step, nth: 1, when: 'fail', times: 1_000 });
  const before = await calls();
  const day = new Date(Date.now()).toISOString().slice(0, 10);
  const { body } = await service.send('POST', '/v1/operations/transactions:export', {
    type: 'TRANSACTION_EXPORT_EVM',
    ...{ firstDate: day, lastDate: day },
    options: { addresses: [address], includeChains: [CHAIN] },
  });
  while ((await calls()) === before) await wait(50);
  return String(body.operationId);
}

/** Makes rows independent of the clock: replaces expiry times and export deadlines. */
async function keepRows(): Promise<void> {
  const client = new DynamoDBClient({
    endpoint: service.urls.awsUrls.dynamodb,
    region: 'us-east-1',
    credentials: getCredentials(service.urls.token),
  });
  const documents = DynamoDBDocumentClient.from(client);
  const TableName = 'chain-data-table';
  const { Items = [] } = await documents.send(new ScanCommand({ TableName, ConsistentRead: true }));
  for (const { pk, sk, ...item } of Items) {
    const isOperation = String(pk).startsWith('op#');
    if (item[TABLE.ttl] === undefined) continue;
    const names = { '#ttl': TABLE.ttl, ...(isOperation ? { '#deadline': OPERATION.deadline } : {}) };
    await documents.send(
      new UpdateCommand({
        ...{ TableName, Key: { pk, sk } },
        UpdateExpression: `SET #ttl = :never${isOperation ? ', #deadline = :deadline' : ''}`,
        ExpressionAttributeNames: names,
        ExpressionAttributeValues: { ':never': NEVER, ...(isOperation ? { ':deadline': NEVER * 1_000 } : {}) },
      }),
    );
  }
  client.destroy();
}
