import { Webhook as Standard } from 'standardwebhooks';
import { type Anvil, startAnvil } from '../../demo/anvil';
import { getAddress } from '../../demo/random';
import { verify, verifySimple } from '../../docs/receivers/verify.mjs';
import { eventually } from '../support/eventually';
import { mine } from '../support/node/anvil';
import { runCli } from '../support/service/command';
import { readUntil } from '../support/service/read-until';
import { startReceiver } from '../support/service/receiver';
import { type Json, removeFolders, Service } from '../support/service/service';

const CHAIN = '31337';
const A = getAddress('A');
const B = getAddress('B');

let anvil: Anvil;
let service: Service;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let other: Record<string, string>;

beforeAll(async () => {
  anvil = await startAnvil({ chainId: Number(CHAIN) });
  receiver = await startReceiver();
  service = await new Service({
    webhookLoopback: true,
    plans: { free: { webhooks: 0 }, base: { webhooks: 5, webhookAddresses: 5 } },
    chains: [
      { chainId: CHAIN, network: 'testnet', rpcUrl: anvil.url },
      { chainId: '31338', network: 'testnet', index: false },
    ],
  }).start();
  await mine(anvil.url, 3);
  await service.indexed(CHAIN, 3);
  other = await toKey('team-8');
});
afterAll(async () => {
  await service?.stop();
  await receiver?.stop();
  await anvil?.stop();
  removeFolders();
});

/** The header with a new key of an owner, created with the CLI. */
async function toKey(owner: string, plan = 'pro'): Promise<Record<string, string>> {
  const made = await runCli(service, 'keys', 'create', '--owner', owner, '--plan', plan, '--name', 'hooks');
  const [key] = new RegExp(`${plan}_${owner}_[A-Za-z0-9]{32}`).exec(made.stdout) ?? [];
  if (key === undefined) throw new Error(made.stderr);
  return { 'x-service-api-key': key };
}

const registration = (more: Json = {}) => ({
  eventType: 'address_activity',
  url: `${receiver.url}/hook`,
  chainId: CHAIN,
  metadata: { addresses: [A] },
  ...more,
});
const register = async (more: Json = {}, headers?: Record<string, string>) =>
  service.send('POST', '/v1/webhooks', registration(more), headers);
const getSecret = async (headers?: Record<string, string>) =>
  String((await service.get('/v1/webhooks:getSharedSecret', headers)).body.secret);
/** A webhook as the list shows it. */
const inList = async (wanted: unknown, query = ''): Promise<Json | undefined> => {
  const { body } = await service.get(`/v1/webhooks?pageSize=100${query}`);
  return (body.webhooks as Json[]).find(({ id }) => id === wanted);
};

describe('the registration of webhooks', () => {
  test('a created webhook is returned with every setting, on creation and later', async () => {
    const { status, body } = await register({
      name: 'One',
      description: 'The first',
      includeLogs: true,
      confirmations: 2,
      removals: false,
      headers: { 'X-Key': 'top-secret' },
    });
    expect([status, body]).toEqual([
      201,
      {
        id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
        url: `${receiver.url}/hook`,
        chainId: CHAIN,
        status: 'active',
        createdAt: expect.any(Number),
        name: 'One',
        description: 'The first',
        eventType: 'address_activity',
        metadata: { addresses: [expect.stringMatching(new RegExp(`^${A}$`, 'i'))] },
        includeLogs: true,
        confirmations: 2,
        removals: false,
        headerNames: ['x-key'],
      },
    ]);
    expect(Math.abs(Number(body.createdAt) - Date.now())).toBeLessThan(60_000);
    expect((await service.get(`/v1/webhooks/${body.id}`)).body).toEqual(body);
  });

  test('webhooks are listed oldest first, by status and page by page, and only for their owner', async () => {
    const made = [];
    for (let i = 0; i < 5; i++) made.push((await register({ name: `n${i}` }, other)).body.id);
    await service.send('DELETE', `/v1/webhooks/${made[2]}`, undefined, other);
    const list = async (query: string) => {
      const rows: Json[] = [];
      for (let token: unknown = ''; token !== undefined; ) {
        const { status, body } = await service.get(`/v1/webhooks?pageSize=2${query}&pageToken=${token}`, other);
        expect(status).toBe(200);
        rows.push(...(body.webhooks as Json[]));
        token = body.nextPageToken;
      }
      return rows.map(({ id }) => id);
    };
    const expectList = (query: string, expected: unknown[]) =>
      eventually(async () => expect(await list(query)).toEqual(expected));
    await expectList('', made);
    await expectList('&status=inactive', [made[2]]);
    await expectList(
      '&status=active',
      made.filter((_, i) => i !== 2),
    );
    for (const [method, path] of [
      ['GET', ''],
      ['PATCH', ''],
      ['DELETE', ''],
      ['GET', '/addresses'],
      ['PATCH', '/addresses'],
      ['DELETE', '/addresses'],
      ['POST', '/test'],
      ['GET', '/messages'],
      ['GET', '/secret'],
      ['POST', '/secret'],
      ['DELETE', '/secret'],
    ] as const) {
      const body = method === 'PATCH' || path === '/addresses' ? { addresses: [A] } : undefined;
      const sent = method === 'GET' ? undefined : path === '' && method === 'PATCH' ? { name: 'mine' } : body;
      const { status, body: answer } = await service.send(method, `/v1/webhooks/${made[0]}${path}`, sent);
      expect([method, path, status, answer.message]).toEqual([method, path, 404, `Webhook ${made[0]} was not found`]);
    }
  });

  test('an update changes only the named fields, and a webhook can be disabled and enabled', async () => {
    const { body: made } = await register({ name: 'before' });
    const path = `/v1/webhooks/${made.id}`;
    const { status, body } = await service.send('PATCH', path, { name: 'after', includeLogs: true });
    expect([status, body]).toEqual([200, { ...made, name: 'after', includeLogs: true }]);
    const off = await service.send('DELETE', path);
    expect([off.status, off.body]).toEqual([200, { ...body, status: 'inactive' }]);
    expect((await service.get(path)).body).toEqual(off.body);
    const on = await service.send('PATCH', path, { status: 'active' });
    expect([on.status, on.body]).toEqual([200, body]);
    expect((await service.send('PATCH', path, {})).body).toEqual(body);
  });

  test('addresses are added and removed in bulk, idempotently, and paged with their total', async () => {
    const { body: made } = await register();
    const path = `/v1/webhooks/${made.id}/addresses`;
    const many = Array.from({ length: 300 }, (_, i) => getAddress(`many ${i}`).toLowerCase());
    for (let again = 0; again < 2; again++) {
      const { status, body } = await service.send('PATCH', path, { addresses: many });
      expect([status, (body.metadata as { addresses: string[] }).addresses.length]).toEqual([200, 301]);
    }
    const seen: string[] = [];
    for (let token: unknown = ''; token !== undefined; ) {
      const { body } = await service.get(`${path}?pageSize=97&pageToken=${token}`);
      expect(body.totalAddresses).toBe(301);
      seen.push(...(body.addresses as string[]));
      token = body.nextPageToken;
    }
    expect(seen.map((one) => one.toLowerCase())).toEqual([...many, A.toLowerCase()].toSorted());
    for (let again = 0; again < 2; again++) {
      const { status, body } = await service.send('DELETE', path, { addresses: many });
      expect([status, (body.metadata as { addresses: string[] }).addresses.length]).toEqual([200, 1]);
    }
  });

  test('concurrent registrations succeed up to the limit of the plan', async () => {
    const base = await toKey('team-9', 'base');
    const answers = await Promise.all(Array.from({ length: 15 }, () => register({}, base)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array(5).fill(201), ...Array(10).fill(403)]);
    const active = async () => (await service.get('/v1/webhooks?status=active', base)).body.webhooks as [Json];
    await eventually(async () => expect(await active()).toHaveLength(5));
    // Concurrent requests disable the same webhook: that makes room for only one.
    const [{ id }] = await active();
    await Promise.all(Array.from({ length: 4 }, () => service.send('DELETE', `/v1/webhooks/${id}`, undefined, base)));
    const more = await Promise.all(Array.from({ length: 3 }, () => register({}, base)));
    expect(more.map(({ status }) => status).toSorted()).toEqual([201, 403, 403]);
  });

  test('every invalid registration has a clear error', async () => {
    const bad = async (more: Json | string, headers?: Record<string, string>) => {
      const { status, body } = await service.send(
        'POST',
        '/v1/webhooks',
        typeof more === 'string' ? more : registration(more),
        headers,
      );
      expect(body).toEqual({ statusCode: status, error: expect.any(String), message: expect.any(String) });
      return [status, body.message];
    };
    const nobody = `0x${'1'.repeat(39)}`;
    expect(await bad({}, {})).toEqual([401, 'this endpoint needs an API key']);
    expect(await bad({}, { 'x-service-api-key': service.urls.apiKeys.free })).toEqual([
      403,
      'the plan free does not include webhooks: ask for a key of a larger plan',
    ]);
    expect(await bad('{')).toEqual([400, 'the body must be JSON: send it with content-type: application/json']);
    expect(await bad({ url: 'nowhere' })).toEqual([400, 'url: must be a URL']);
    expect(await bad({ url: 'http://example.com/' })).toEqual([400, 'url: must be an https URL']);
    expect(await bad({ url: 'https://10.0.0.1/' })).toEqual([400, 'url: 10.0.0.1 is not a public address']);
    expect(await bad({ url: 'https://[fd00::1]/' })).toEqual([400, 'url: [fd00::1] is not a public address']);
    expect(await bad({ url: 'https://me:pw@example.com/' })).toEqual([
      400,
      'url: must not contain a user name or password; send them with headers: {"authorization": "Basic …"}',
    ]);
    expect(await bad({ chainId: '999' })).toEqual([404, 'chain 999 was not found']);
    expect(await bad({ chainId: '31338' })).toEqual([
      400,
      'chainId: chain 31338 is not indexed on this deployment and does not support webhooks',
    ]);
    expect(await bad({ metadata: { addresses: [] } })).toEqual([
      400,
      'metadata.addresses: must have at least one address',
    ]);
    expect(await bad({ metadata: { addresses: [A, A.toLowerCase()] } })).toEqual([
      400,
      `metadata.addresses: ${A.toLowerCase()} is listed twice`,
    ]);
    expect((await bad({ metadata: { addresses: [nobody] } }))[1]).toMatch(/^metadata.addresses.0: must be an address/);
    expect((await bad({ metadata: { addresses: [A], eventSignatures: ['Transfer'] } }))[1]).toMatch(
      /^metadata.eventSignatures.0: must be an event signature hash \(topic0\)/,
    );
    expect(await bad({ eventType: 'chain_activity' })).toEqual([
      400,
      'eventType: must be one of address_activity, teleporter_message, primary_network_address_activity, validator_activity',
    ]);
    expect(await bad({ colour: 'red' })).toEqual([400, 'colour: unknown']);
    expect(await bad({ headers: { Host: 'example.com' } })).toEqual([400, 'headers.Host: is set by the service']);
    expect(await bad({ includeInternalTxs: true })).toEqual([
      400,
      `includeInternalTxs: chain ${CHAIN} is not traced on this deployment`,
    ]);
    const base = await toKey('team-7', 'base');
    expect(
      (await bad({ metadata: { addresses: ['1', '2', '3', '4', '5', '6'].map((name) => getAddress(name)) } }, base))[1],
    ).toMatch(/^the plan base allows 5 addresses per webhook/);
    for (let i = 0; i < 5; i++) expect((await register({}, base)).status).toBe(201);
    expect((await bad({}, base))[1]).toMatch(/^the plan base allows 5 active webhooks/);
    const { body: made } = await register();
    const fixed = await service.send('PATCH', `/v1/webhooks/${made.id}`, { chainId: '1' });
    expect([fixed.status, fixed.body.message]).toEqual([400, expect.stringMatching(/^chainId: unknown/)]);
  });
});

describe('a test message', () => {
  test('a test message is delivered, with both signatures over the sent bytes', async () => {
    const { body: made } = await register({ includeLogs: true, metadata: { addresses: [B] } });
    const before = receiver.received.length;
    const { status, body: message } = await service.send('POST', `/v1/webhooks/${made.id}/test`);
    expect([status, message]).toEqual([
      201,
      {
        messageId: expect.stringMatching(/^test_/),
        kind: 'test',
        status: 'pending',
        createdAt: expect.any(Number),
        attempts: [],
      },
    ]);
    await receiver.until(before + 1);
    const got = receiver.received[before];
    if (!got) throw new Error('nothing was received');
    const secret = await getSecret();
    const headers = got.headers as Record<string, string>;
    expect([verify(secret, headers, got.raw), verifySimple(secret, headers, got.raw)]).toEqual([true, true]);
    // The library of the standard takes the secret as base64.
    const standard = new Standard(Buffer.from(secret, 'hex').toString('base64'));
    expect(standard.verify(String(got.raw), headers)).toEqual(got.body);
    expect(() => standard.verify(`${got.raw} `, headers)).toThrow();
    expect(verifySimple(secret, headers, Buffer.from(`${got.raw} `))).toBe(false);
    expect(got.body).toMatchObject({ webhookId: made.id, eventType: 'address_activity', messageId: message.messageId });
    expect(got.body.event.logs).toHaveLength(1);
    const list = await readUntil(
      async () => (await service.get(`/v1/webhooks/${made.id}/messages`)).body.messages as Json[],
      (messages) => messages[0]?.status === 'delivered',
    );
    expect(list).toEqual([
      {
        ...message,
        sequence: 1,
        status: 'delivered',
        attempts: [{ at: expect.any(Number), statusCode: 204, latencyMs: expect.any(Number), answer: '' }],
      },
    ]);
  });

  test('a rotated secret still signs beside the new one, until a second rotation retires it', async () => {
    const { body: made } = await register({}, other);
    const first = await getSecret(other);
    expect(first).toMatch(/^[0-9a-f]{64}$/);
    expect(await getSecret(other)).toBe(first);
    const rotate = async () => {
      const { status, body } = await service.send(
        'POST',
        '/v1/webhooks:generateOrRotateSharedSecret',
        undefined,
        other,
      );
      expect(status).toBe(201);
      return String(body.secret);
    };
    const received = async () => {
      const before = receiver.received.length;
      await service.send('POST', `/v1/webhooks/${made.id}/test`, undefined, other);
      await receiver.until(before + 1);
      const { headers, raw } = receiver.received[before] ?? { headers: {}, raw: Buffer.alloc(0) };
      return (secret: string) => [verify(secret, headers, raw), verifySimple(secret, headers, raw)];
    };
    const second = await rotate();
    const both = await received();
    expect([both(first), both(second)]).toEqual([
      [true, true],
      [true, true],
    ]);
    const third = await rotate();
    const rest = await received();
    expect([rest(first), rest(second), rest(third)]).toEqual([
      [false, false],
      [true, true],
      [true, true],
    ]);
    expect(await getSecret()).not.toBe(third);
    expect(service.output).not.toContain(third);
  });

  test('a message has its webhook’s headers and secret, which no response or log shows', async () => {
    const headers = { Authorization: 'Bearer top-secret', 'X-Empty-Looking': '~ ~' };
    const { body: made } = await register({ headers });
    const path = `/v1/webhooks/${made.id}`;
    const received = async () => {
      const before = receiver.received.length;
      expect((await service.send('POST', `${path}/test`)).status).toBe(201);
      await receiver.until(before + 1);
      const one = receiver.received[before];
      if (!one) throw new Error('nothing was received');
      const sent = one.headers as Record<string, string>;
      return {
        sent,
        signedBy: (secret: string) => [verify(secret, sent, one.raw), verifySimple(secret, sent, one.raw)],
      };
    };
    const own = async (method: string, query = '') => {
      const { status, body } = await service.send(method, `${path}/secret${query}`);
      return [status, body.secret ?? body.message];
    };
    const [yes, no] = [
      [true, true],
      [false, false],
    ];
    expect(await own('GET')).toEqual([404, `Secret of webhook ${made.id} was not found`]);
    const owners = await getSecret();
    const [status, first] = await own('POST');
    expect([status, await own('GET')]).toEqual([201, [200, first]]);
    const both = await received();
    expect(both.sent).toMatchObject({ authorization: 'Bearer top-secret', 'x-empty-looking': '~ ~' });
    expect([both.signedBy(owners), both.signedBy(String(first))]).toEqual([yes, yes]);
    const [, second] = await own('POST', '?immediate=true');
    const alone = await received();
    expect([owners, String(first), String(second)].map(alone.signedBy)).toEqual([no, no, yes]);
    expect(await own('DELETE')).toEqual([200, undefined]);
    const { body: changed } = await service.send('PATCH', path, { headers: null });
    expect(changed).not.toHaveProperty('headerNames');
    const back = await received();
    expect(back.sent).not.toHaveProperty('authorization');
    expect([owners, String(second)].map(back.signedBy)).toEqual([yes, no]);
    const read = async () => {
      const listed = await inList(made.id);
      return [(await service.get(path)).body, listed] as const;
    };
    // The sender records a success only after the receiver has answered.
    const [shown, listed] = await readUntil(
      read,
      ([one, other]) => one.health !== undefined && JSON.stringify(one) === JSON.stringify(other),
    );
    expect(shown).toEqual({
      ...changed,
      health: {
        state: 'healthy',
        failuresInARow: 0,
        lastSuccessAt: expect.any(Number),
        latencyMs: expect.any(Number),
      },
    });
    expect(listed).toEqual(shown);
    for (const secret of ['top-secret', first, second]) {
      expect(JSON.stringify([made, changed, shown, listed])).not.toContain(secret);
      expect(service.output).not.toContain(secret);
    }
  });

  test('a failed message is retried after ten seconds, and its attempts are listed', async () => {
    const { body: made } = await register();
    let calls = 0;
    receiver.answers((_, response) => {
      calls++;
      response.writeHead(calls === 1 ? 500 : 200).end(calls === 1 ? 'x'.repeat(5_000) : 'ok');
    });
    await service.send('POST', `/v1/webhooks/${made.id}/test`);
    const path = `/v1/webhooks/${made.id}`;
    const health = (state: string) =>
      readUntil(
        async () => (await service.get(path)).body.health as Json | undefined,
        (now) => now?.state === state,
      );
    expect(await health('failing')).toMatchObject({ state: 'failing', failuresInARow: 1 });
    expect(await health('healthy')).toMatchObject({ state: 'healthy', failuresInARow: 0 });
    expect((await service.get(`${path}/messages?status=failed`)).body).toEqual({ messages: [] });
    const { body } = await service.get(`${path}/messages?status=delivered`);
    expect(body.messages).toMatchObject([
      {
        attempts: [
          { statusCode: 500, answer: 'x'.repeat(1_024) },
          { statusCode: 200, answer: 'ok' },
        ],
      },
    ]);
    const [one, two] = (body.messages as { attempts: { at: number }[] }[])[0]?.attempts ?? [];
    expect((two?.at ?? 0) - (one?.at ?? 0)).toBeGreaterThan(8_000);
  });

  test('a message answered with 410 disables its webhook, and the list shows it with the failure', async () => {
    const { body: made } = await register();
    receiver.answers((_, response) => void response.writeHead(410).end());
    await service.send('POST', `/v1/webhooks/${made.id}/test`);
    const off = await readUntil(
      () => inList(made.id, '&status=inactive'),
      (one) => (one?.health as Json | undefined)?.lastFailedAt !== undefined,
    );
    expect(off).toMatchObject({
      disabledReason: 'the receiver answered 410 Gone',
      disabledAt: expect.any(Number),
      health: { state: 'failing', failuresInARow: 1, lastFailedAt: expect.any(Number) },
    });
    const failed = await service.get(`/v1/webhooks/${made.id}/messages?status=failed`);
    expect(failed.body.messages).toMatchObject([{ status: 'failed', attempts: [{ statusCode: 410 }] }]);
    expect((await service.get(`/v1/webhooks/${made.id}/messages?status=revoked`)).body.messages).toEqual([]);
  });
});
