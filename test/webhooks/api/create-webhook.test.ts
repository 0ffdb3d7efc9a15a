import { handler } from '../../../lambdas/webhooks/api/create-webhook';
import { handler as deactivate } from '../../../lambdas/webhooks/api/deactivate-webhook';
import { handler as get } from '../../../lambdas/webhooks/api/get-webhook';
import { handler as list } from '../../../lambdas/webhooks/api/list-webhooks';
import { call } from '../../support/endpoints/call';
import { aWebhook, CHAIN, PRO, refusedUrls, registration, webhookWorld } from '../../support/endpoints/webhooks';
import { withMutedErrors } from '../../support/endpoints/with-muted-errors';
import { aChain, address } from '../../support/make/blocks';

const create = async (more: Record<string, unknown> = {}, caller = PRO, changes = {}) => {
  const { deps } = await webhookWorld();
  return call(handler, { ...deps, ...changes }, { caller, body: registration(more) });
};

describe('createWebhook', () => {
  test('a new webhook watches from the next block of its chain', async () => {
    const { deps } = await webhookWorld();
    const made = await aWebhook(deps, { name: 'One', includeLogs: true, includeInternalTxs: false });
    expect(made).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      url: 'https://example.com/hook',
      chainId: CHAIN,
      status: 'active',
      createdAt: deps.now(),
      name: 'One',
      description: '',
      eventType: 'address_activity',
      metadata: { addresses: [address(1)] },
      includeLogs: true,
      includeInternalTxs: false,
    });
    expect(await deps.Subscription.of(CHAIN, address(1))).toEqual([
      { webhook: made.id, owner: PRO.ownerId, since: { number: 10, epoch: 0 } },
    ]);
  });
  test.each(['blockchainId', 'platformChainId'])('a chain can be given by its %s', async (field) => {
    const id = '2q9e4r6Mu3U68nU1fYjgbR6JvwrRx36CohpAX5UQxse55x1Q5';
    const { status, body } = await create({ chainId: id }, PRO, { chains: [aChain({ [field]: id })] });
    expect([status, body.chainId]).toEqual([201, CHAIN]);
  });
  test.each([
    ['invalid JSON', '{', 'the body must be JSON'],
    ['no body', '', 'the body must be JSON'],
    ['a list as body', [], 'the body: '],
    ['an invalid URL', registration({ url: 'there' }), 'url: must be a URL'],
    ['an http URL', registration({ url: 'http://example.com' }), 'url: must be an https URL'],
    ['a localhost URL', registration({ url: 'https://localhost/' }), 'url: localhost is not a public address'],
    ['a private IP address', registration({ url: 'https://192.168.1.1/' }), 'is not a public address'],
    ['a cloud metadata address', registration({ url: 'https://169.254.169.254/' }), 'is not a public address'],
    ['no addresses', registration({ metadata: {} }), 'metadata.addresses: '],
    ['a duplicate address', registration({ metadata: { addresses: [address(1), address(1)] } }), 'is listed twice'],
    ['a null body', null, 'the body: must be a JSON object'],
    ['an array as body', [], 'the body: must be a JSON object'],
    ['no event type', { ...registration({}), eventType: undefined }, 'eventType: must be one of address_activity, '],
    [
      'an unknown event type',
      registration({ eventType: 'x_activity' }),
      'eventType: must be one of address_activity, ',
    ],
    [
      'metadata of another event type',
      registration({ eventType: 'validator_activity' }),
      'metadata.addresses: unknown',
    ],
    ['negative confirmations', registration({ confirmations: -1 }), 'confirmations: '],
    ['non-boolean removals', registration({ removals: 'no' }), 'removals: '],
    ['an unknown field', registration({ metadata: { addresses: [address(1)], x: 1 } }), 'metadata.x: unknown'],
  ])('a registration with %s is rejected with 400', async (_, body, message) => {
    const { deps } = await webhookWorld();
    const answer = await call(handler, deps, { caller: PRO, body });
    expect([answer.status, answer.body.message]).toEqual([400, expect.stringContaining(message)]);
  });
  test.each(refusedUrls)('the URL %j is rejected with 400 without echoing credentials', async (url, message) => {
    for (const webhookLoopback of [false, true]) {
      const answer = await create({ url }, PRO, { webhookLoopback });
      expect([answer.status, answer.body.message]).toEqual([400, `url: ${message}`]);
      expect(answer.text).not.toMatch(/top-secret|bob/);
    }
  });
  test.each([
    'https://example.com/a%20b?c=d%23e',
    'https://example.com:8443/@bob',
    'https://example.com/?to=bob@example.com',
  ])('the URL %j is accepted', async (url) => {
    const { status, body } = await create({ url });
    expect([status, body.url]).toEqual([201, url]);
  });
  test('a chain without an index, and internal transactions of an untraced chain, are rejected', async () => {
    const chains = [aChain({ index: false })];
    expect((await create({}, PRO, { chains })).body.message).toMatch('is not indexed');
    const untraced = { chains: [aChain({ traces: false })] };
    expect((await create({ includeInternalTxs: true }, PRO, untraced)).body.message).toMatch('is not traced');
    const internal = await create({ filters: { kinds: ['internal'] } }, PRO, untraced);
    expect([internal.status, internal.body.message]).toEqual([
      400,
      'filters.kinds: chain 31337 is not traced on this deployment',
    ]);
  });
  test('filters are returned as given, with minValue normalized, and absent if not given', async () => {
    const { deps } = await webhookWorld();
    const filters = { directions: ['to'], kinds: ['internal', 'erc20'], minValue: '007', emptyInput: true };
    const made = await aWebhook(deps, { filters, includeInternalTxs: true });
    const shown = { ...filters, minValue: '7' };
    expect(made.filters).toEqual(shown);
    expect(await deps.Webhook.find(PRO.ownerId, made.id)).toMatchObject({ filters: shown });
    expect((await call(get, deps, { params: { id: made.id }, caller: PRO })).body).toEqual(made);
    expect(await aWebhook(deps)).not.toHaveProperty('filters');
    const max = String(2n ** 256n - 1n);
    expect((await aWebhook(deps, { filters: { minValue: max } })).filters).toEqual({ minValue: max });
  });
  test.each<[unknown, string]>([
    [{}, 'filters: must have at least one filter'],
    [null, 'filters: '],
    [['erc20'], 'filters: '],
    [{ kind: ['erc20'] }, 'filters.kind: unknown'],
    [{ kinds: [] }, 'filters.kinds: must have at least one entry'],
    [{ kinds: 'erc20' }, 'filters.kinds: '],
    [{ kinds: ['ERC20'] }, 'filters.kinds.0: must be one of native, erc20, erc721, erc1155, internal, logs'],
    [{ kinds: ['erc20', 'erc20'] }, 'filters.kinds: erc20 is listed twice'],
    [{ directions: [] }, 'filters.directions: must have at least one entry'],
    [{ directions: ['from', 'both'] }, 'filters.directions.1: must be from or to'],
    [{ directions: ['to', 'to'] }, 'filters.directions: to is listed twice'],
    ...['', '-1', '1.5', '0x1', '1e18', ' 1', String(2n ** 256n), 5, null].map((minValue): [unknown, string] => [
      { minValue },
      'filters.minValue: must be an amount: a whole number from 0 to 2^256 - 1 in decimal digits',
    ]),
    [{ emptyInput: false }, 'filters.emptyInput: must be true or absent'],
    [{ kinds: ['native', 'erc721'], minValue: '1' }, 'filters.minValue: cannot be combined with kind erc721'],
    [{ kinds: ['erc1155'], minValue: '1' }, 'filters.minValue: cannot be combined with kind erc1155'],
    [{ kinds: ['logs'], minValue: '1' }, 'filters.minValue: cannot be combined with kind logs'],
    [{ kinds: ['logs'], directions: ['to'] }, 'filters.directions: cannot be combined with kind logs'],
    [{ kinds: ['internal'] }, 'filters.kinds: internal requires includeInternalTxs: true'],
  ])('the filters %j are rejected with 400', async (filters, message) => {
    const { status, body } = await create({ filters });
    expect([status, body.statusCode, body.error]).toEqual([400, 400, 'Bad Request']);
    expect(body.message).toMatch(message);
  });
  test('custom headers are returned by name only, on every endpoint that shows the webhook', async () => {
    const { deps } = await webhookWorld();
    const names = Array.from({ length: 8 }, (_, i) => `x-own-${i}`);
    const headers = {
      Authorization: 'Bearer top-secret',
      ["!#$%&'*+.^_`|~-".padEnd(64, 'A')]: `a${' ~'.repeat(511)}a`,
      ...Object.fromEntries(names.map((name) => [name, 'top-secret'])),
    };
    const made = await aWebhook(deps, { headers });
    const lower = Object.keys(headers).map((name) => name.toLowerCase());
    expect(made.headerNames).toEqual(lower.toSorted());
    const own = { params: { id: made.id }, caller: PRO };
    for (const [one, request] of [
      [get, own],
      [list, { caller: PRO }],
      [deactivate, own],
    ] as const) {
      const { status, text } = await call<typeof deps>(one, deps, request);
      expect([status, text]).toEqual([200, expect.stringContaining('"headerNames":["!#$')]);
      expect(text).not.toMatch(/top-secret|"headers"/);
    }
    expect((await deps.Webhook.find(PRO.ownerId, made.id))?.headers).toMatchObject({
      authorization: 'Bearer top-secret',
    });
    expect(await aWebhook(deps)).not.toHaveProperty('headerNames');
  });
  test.each<[string, unknown, string]>([
    ['none', {}, 'headers: must have at least one header'],
    ['null', null, 'headers: '],
    ['a list', ['authorization'], 'headers: '],
    [
      'eleven',
      Object.fromEntries(Array.from({ length: 11 }, (_, i) => [`x-${i}`, 'v'])),
      'headers: must have at most 10',
    ],
    ['a number', { 'x-count': 7 }, 'headers.x-count: must be text'],
    ['an empty name', { '': 'v' }, 'headers.: must be a header name'],
    ['a name with a space', { 'x own': 'v' }, 'headers.x own: must be a header name'],
    ['a name with a colon', { 'x:y': 'v' }, 'headers.x:y: must be a header name'],
    ['a long name', { ['x'.repeat(65)]: 'v' }, 'must be a header name'],
    ['a name twice', { 'X-Key': 'a', 'x-key': 'b' }, 'headers.X-Key: is given twice'],
    ['an empty value', { 'x-key': '' }, 'headers.x-key: must be 1 to 1,024 printable ASCII characters'],
    ['a long value', { 'x-key': 'v'.repeat(1_025) }, 'headers.x-key: must be 1 to 1,024 printable ASCII characters'],
    ['a line feed', { 'x-key': 'a\r\nx-other: b' }, 'headers.x-key: must be 1 to 1,024 printable ASCII characters'],
    ['another alphabet', { 'x-key': 'é' }, 'headers.x-key: must be 1 to 1,024 printable ASCII characters'],
    ['a space at the end', { 'x-key': 'a ' }, 'headers.x-key: must be 1 to 1,024 printable ASCII characters'],
    ...[
      ...['Host', 'user-agent', 'Connection', 'keep-alive', 'te', 'trailer', 'transfer-encoding', 'upgrade', 'expect'],
      ...['Content-Type', 'content-length', 'content-encoding', 'proxy-authorization', 'X-Signature'],
      ...['x-signature-previous', 'webhook-id', 'Webhook-Signature', 'webhook-anything'],
    ].map((name): [string, unknown, string] => [name, { [name]: 'v' }, `headers.${name}: is set by the service`]),
  ])('custom headers (%s) are rejected with 400', async (_, headers, message) => {
    const { status, body } = await create({ headers });
    expect([status, body.message]).toEqual([400, expect.stringContaining(message)]);
  });
  test('the value of a rejected header is not echoed', async () => {
    const { body } = await create({ headers: { 'x-key': 'top-secret ', host: 'top-secret' } });
    expect(body.message).not.toContain('top-secret');
  });
  test('createWebhook returns 401 without a key, 403 beyond the plan, 404 for an unknown chain and 503 before its first block', async () => {
    const anonymous = { plan: 'anonymous', ownerId: 'anonymous' };
    expect((await create({}, anonymous)).status).toBe(401);
    const limits = (webhooks: number) => ({ limits: { pro: { webhooks, webhookAddresses: 1, webhookReplays: 9 } } });
    expect((await create({}, PRO, limits(0))).body).toMatchObject({ statusCode: 403, error: 'Forbidden' });
    const two = { metadata: { addresses: [address(1), address(2)] } };
    expect((await create(two, PRO, limits(1))).status).toBe(403);
    expect((await create({ chainId: '9' })).status).toBe(404);
    const Cursor = { find: async () => undefined };
    expect((await withMutedErrors(() => create({}, PRO, { Cursor }))).status).toBe(503);
    const { deps } = await webhookWorld();
    await aWebhook(deps);
    const full = await call(handler, { ...deps, ...limits(1) } as typeof deps, { caller: PRO, body: registration() });
    expect([full.status, full.body.message]).toEqual([403, expect.stringContaining('allows 1 active webhooks')]);
  });
  test('a webhook disabled by the service counts against the plan until its owner disables it', async () => {
    const { deps } = await webhookWorld();
    const of = { owner: PRO.ownerId, id: (await aWebhook(deps)).id };
    await deps.write.Webhook.change(of, { active: false, disabledReason: 'gone' });
    const one = {
      ...deps,
      limits: { pro: { webhooks: 1, webhookAddresses: 1, webhookReplays: 9 } },
    } as unknown as typeof deps;
    expect((await call(handler, one, { caller: PRO, body: registration() })).status).toBe(403);
    await call(deactivate, deps, { caller: PRO, params: { id: of.id } });
    expect((await call(handler, one, { caller: PRO, body: registration() })).status).toBe(201);
  });
});

describe('createWebhook with an idempotency key', () => {
  const headers = { 'content-type': 'application/json', 'Idempotency-Key': 'deploy-7' };
  const world = async () => {
    const { deps, table } = await webhookWorld();
    const send = (more: Record<string, unknown> = {}, caller = PRO, given = deps) =>
      call(handler, given, { caller, headers, body: registration(more) });
    const made = async () => ((await call(list, deps, { caller: PRO })).body.webhooks as unknown[]).length;
    return { deps, table, send, made };
  };

  test('a repeated request returns the current state of the first webhook', async () => {
    const { send, made, deps } = await world();
    const first = await send();
    const again = await send();
    expect([again.status, again.body]).toEqual([201, first.body]);
    await call(deactivate, deps, { caller: PRO, params: { id: String(first.body.id) } });
    expect((await send()).body).toMatchObject({ id: first.body.id, status: 'inactive' });
    expect(await made()).toBe(1);
  });
  test('concurrent requests with one key create one webhook', async () => {
    const { send, made, deps } = await world();
    const answers = await Promise.all([1, 2, 3, 4].map(() => send()));
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
    expect([await made(), answers[0]?.status]).toEqual([1, 201]);
    expect(await deps.Subscription.of(CHAIN, address(1))).toHaveLength(1);
  });
  test('a retry of an interrupted request creates the webhook with the same ID and start position', async () => {
    const { send, made, deps } = await world();
    const cut = { ...deps.write.Webhook, create: () => Promise.reject(new Error('cut off')) };
    await withMutedErrors(async () =>
      expect((await send({}, PRO, { ...deps, write: { ...deps.write, Webhook: cut } })).status).toBe(500),
    );
    const [left] = await deps.Subscription.of(CHAIN, address(1));
    const { status, body } = await send();
    expect([status, body.id, await made()]).toEqual([201, left?.webhook, 1]);
    expect(await deps.Subscription.of(CHAIN, address(1))).toEqual([left]);
  });
  test('a key used with another body is rejected with 400, and keys are scoped to their owner', async () => {
    const { send, made } = await world();
    const first = await send();
    const { status, body } = await send({ name: 'Other' });
    expect([status, body.message]).toEqual([400, 'idempotency-key: was already used with a different body']);
    const others = await send({}, { ...PRO, ownerId: 'team-2' });
    expect(others.status).toBe(201);
    expect(others.body.id).not.toBe(first.body.id);
    expect(await made()).toBe(1);
  });
  test('a key with a space is rejected with 400', async () => {
    const { deps } = await world();
    const answer = await call(handler, deps, {
      caller: PRO,
      headers: { ...headers, 'Idempotency-Key': 'a b' },
      body: registration({}),
    });
    expect([answer.status, answer.body.message]).toEqual([
      400,
      'idempotency-key: must be 1 to 255 visible ASCII characters',
    ]);
  });
});
