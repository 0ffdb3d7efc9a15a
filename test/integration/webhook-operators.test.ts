import { type Anvil, startAnvil } from '../../demo/anvil';
import { eventually } from '../support/eventually';
import { rpc, sendTransfers } from '../support/node/anvil';
import { runCli } from '../support/service/command';
import { startReceiver } from '../support/service/receiver';
import { type Json, removeFolders, Service, wait } from '../support/service/service';

const CHAIN = '31337';
const OWNER = 'shop';

let anvil: Anvil;
let service: Service;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let from: string;
let keys: { id: string; key: string }[];

beforeAll(async () => {
  [anvil, receiver] = await Promise.all([startAnvil({ chainId: Number(CHAIN) }), startReceiver()]);
  service = await new Service({
    webhookLoopback: true,
    chains: [{ chainId: CHAIN, network: 'testnet', rpcUrl: anvil.url }],
  }).start();
  [from = ''] = await rpc<string[]>(anvil.url, 'eth_accounts', []);
  await sendTransfers(anvil.url, 1);
  await service.indexed(CHAIN, 1);
  keys = [];
  for (const name of ['first', 'second'])
    keys.push(await json(['keys', 'create', '--owner', OWNER, '--plan', 'free', '--name', name]));
});
afterAll(async () => {
  await service?.stop();
  await Promise.all([receiver?.stop(), anvil?.stop()]);
  removeFolders();
});

const cli = (...args: string[]) => runCli(service, ...args);
/** The JSON output of a command. */
async function json<T>(args: string[]): Promise<T> {
  const { code, stdout, stderr } = await cli(...args, '--json');
  if (code !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as T;
}
const headers = () => ({ 'x-service-api-key': keys[0]?.key ?? '' });
const register = async (path: string) => {
  const body = {
    eventType: 'address_activity',
    url: `${receiver.url}/${path}`,
    chainId: CHAIN,
    metadata: { addresses: [from] },
  };
  return String((await service.send('POST', '/v1/webhooks', body, headers())).body.id);
};
const got = (path: string) => receiver.received.filter((one) => one.path === `/${path}`).map(({ body }) => body);
const until = async (what: () => boolean | Promise<boolean>, ms = 30_000) => {
  for (const end = Date.now() + ms; !(await what()); await wait(50))
    if (Date.now() > end) throw new Error(`it does not come to be: ${what}`);
};

test('an operator can show, disable and enable a webhook, and replay its messages', async () => {
  const [id, other] = [await register('a'), await register('b')];
  await sendTransfers(anvil.url, 2);
  await until(() => got('a').length === 2 && got('b').length === 2);
  const list = await cli('webhooks', 'list', '--owner', OWNER);
  expect(list.stdout.split('\n').map((line) => line.slice(0, 36))).toEqual([id, other, '']);
  await until(
    async () => (await cli('webhooks', 'list', '--owner', OWNER)).stdout.match(/nothing pending/g)?.length === 2,
  );
  const shown = await cli('webhooks', 'show', '--owner', OWNER, id);
  expect(shown.stdout).toMatch(/^state +active$/m);
  expect(shown.stdout).toMatch(/^watches +1 addresses of chain 31337, address_activity$/m);
  expect(shown.stdout).toMatch(/^newest messages +2 delivered$/m);
  expect(shown.stdout).toMatch(/^next attempt +nothing pending$/m);

  const off = await cli('webhooks', 'disable', '--owner', OWNER, id, '--reason', 'it floods us');
  expect([off.code, off.stdout]).toEqual([0, expect.stringContaining(`webhooks enable --owner ${OWNER} ${id}`)]);
  const seen = (await service.get(`/v1/webhooks/${id}`, headers())).body;
  expect([seen.status, seen.disabledReason]).toEqual(['inactive', 'it floods us']);
  await sendTransfers(anvil.url, 1);
  await until(() => got('b').length === 3);
  expect(got('a')).toHaveLength(2);

  expect(await json(['webhooks', 'enable', '--owner', OWNER, id])).toEqual({ id, wasActive: false });
  expect((await service.get(`/v1/webhooks/${id}`, headers())).body.status).toBe('active');
  await sendTransfers(anvil.url, 1);
  await until(() => got('a').length === 3);

  await eventually(async () => {
    const { body } = await service.get(`/v1/webhooks/${id}/messages`, headers());
    expect(body.messages).toHaveLength(3);
  });
  const again = await cli('webhooks', 'replay', '--owner', OWNER, id, '--from-block', '0');
  expect([again.code, again.stdout]).toEqual([0, expect.stringMatching(/^Queued 3 messages/)]);
  // The sweep would find them within a minute; a new message triggers the outbox at once.
  await sendTransfers(anvil.url, 1);
  await until(() => got('a').length === 7);
  const ids = got('a').map(({ messageId }) => messageId);
  const newest = ids.filter((one) => !ids.slice(0, 3).includes(one));
  expect([newest.length, ids.toSorted()]).toEqual([1, [...ids.slice(0, 3), ...ids.slice(0, 3), ...newest].toSorted()]);
});

test('an impossible command is a clear error with exit code 1', async () => {
  for (const [args, message] of [
    [['list', '--owner', 'nobody'], 'nobody has no webhooks: `keys list` shows the owners'],
    [['show', '--owner', OWNER, 'x'], `webhook x of ${OWNER} not found: \`webhooks list --owner ${OWNER}\``],
    [['disable', '--owner', OWNER, '--reason', 'x'], 'specify either a webhook id or --all'],
    [['replay', '--owner', OWNER, 'x'], 'specify --from-block or --since'],
    [['replay', '--owner', OWNER, 'x', '--since', 'noon'], '--since noon is not a time'],
  ] as const) {
    const { code, stdout, stderr } = await cli('webhooks', ...args);
    expect([code, stdout, stderr]).toEqual([1, '', expect.stringContaining(message)]);
  }
});

test('revoking an owner’s last key with --and-webhooks disables all of its webhooks', async () => {
  const all = await json<{ webhook: Json }[]>(['webhooks', 'list', '--owner', OWNER]);
  const [first, last] = keys;
  const early = await cli('keys', 'revoke', first?.id ?? '', '--and-webhooks');
  expect([early.code, early.stderr]).toEqual([0, expect.stringContaining(`has other keys (${last?.id}).`)]);
  expect(await json(['webhooks', 'list', '--owner', OWNER, '--status', 'active'])).toHaveLength(all.length);

  const revoked = await json<Json>(['keys', 'revoke', last?.id ?? '', '--and-webhooks']);
  expect(revoked).toMatchObject({ owner: OWNER, disabledWebhooks: all.map(({ webhook }) => webhook.id) });
  expect((await cli('webhooks', 'list', '--owner', OWNER, '--status', 'active')).stdout).toBe(
    `No active webhooks of ${OWNER}.\n`,
  );
  const before = receiver.received.length;
  await sendTransfers(anvil.url, 2);
  await service.indexed(CHAIN, Number(await rpc(anvil.url, 'eth_blockNumber', [])));
  await wait(1_000);
  expect(receiver.received).toHaveLength(before);
  const shown = await cli('webhooks', 'show', '--owner', OWNER, String(all[0]?.webhook.id));
  expect(shown.stdout).toMatch(/^state +inactive: the last API key of its owner was revoked$/m);
});
