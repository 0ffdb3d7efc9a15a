import { handler } from '../../../lambdas/app/api/export-transactions';
import { createStartingOperations } from '../../../lambdas/exports/rows/starting-operations';
import { sweepExports } from '../../../lambdas/exports/steps/sweep-exports';
import { call } from '../../support/endpoints/call';
import { type AllDeps, depsWith, NOW } from '../../support/endpoints/deps';
import { aWebhook, OTHER, PRO } from '../../support/endpoints/webhooks';
import { withMutedErrors } from '../../support/endpoints/with-muted-errors';
import { aChain, aCursor, address, aRawBlock } from '../../support/make/blocks';

const CHAIN = '31337';
const blocks = [1, 2, 3, 4, 5].map((n) => ({ ...aRawBlock(n, [{ from: 1, to: 2 }]), internalTxs: [] }));
const body = (more: object = {}, options: object = {}) => ({
  type: 'TRANSACTION_EXPORT_EVM',
  firstDate: '2023-11-13',
  lastDate: '2023-11-14',
  options: { addresses: [address(1)], includeChains: [CHAIN], ...options },
  ...more,
});

async function world(given: Parameters<typeof depsWith>[0] = {}) {
  const chains = [
    aChain({ finalityDepth: 2, blockchainId: '2q9e4r6Mu3U68nU1fYjgbR6JvwrRx36CohpAX5UQxse55x1Q5' }),
    aChain({ chainId: '7', index: false }),
  ];
  const made = await depsWith({ chains, blocks: { [CHAIN]: blocks }, ...given });
  const post = (sent: unknown, headers: Record<string, string> = {}, deps: AllDeps = made.deps, caller = PRO) =>
    call(handler, deps, { body: sent, caller, headers: { 'content-type': 'application/json', ...headers } });
  const stored = (operationId: unknown, { ownerId }: { readonly ownerId: string } = PRO) =>
    made.deps.Operation.find({ owner: ownerId, operationId: String(operationId) });
  return { ...made, post, stored };
}

describe('exportTransactions', () => {
  test('a request creates a running operation, queues its start and pins the last final block', async () => {
    const { post, stored, sent } = await world();
    const { status, body: answer } = await post(
      body({}, { addresses: [address(0xab).toUpperCase().replace('X', 'x'), address(0xab)] }),
    );
    const { operationId } = answer;
    expect([status, answer]).toEqual([
      201,
      {
        operationId: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/),
        operationType: 'TRANSACTION_EXPORT_EVM',
        operationStatus: 'RUNNING',
        message: '0 rows so far; 0 of 2 parts done (one part per day).',
        createdAtTimestamp: NOW / 1_000,
        updatedAtTimestamp: NOW / 1_000,
      },
    ]);
    expect(sent).toEqual([{ owner: PRO.ownerId, operationId, createdAt: NOW }]);
    // Block 3 is the last final one.
    expect((await stored(operationId))?.request).toEqual({
      kind: 'evm',
      addresses: [address(0xab)],
      chains: [{ chainId: CHAIN, to: 3, toTime: 1_700_000_003, tracedTo: 3, tracedTime: 1_700_000_003, hidden: [] }],
      firstDay: 19_674,
      lastDay: 19_675,
      gzip: false,
      maxRows: 5_000_000,
    });
  });
  test('startDate, endDate, blockchain IDs and gzip are accepted, and chains are deduplicated', async () => {
    const { post, stored } = await world();
    const {
      firstDate: startDate,
      lastDate: endDate,
      ...rest
    } = body({ compression: 'gzip' }, { includeChains: [CHAIN, '2q9e4r6Mu3U68nU1fYjgbR6JvwrRx36CohpAX5UQxse55x1Q5'] });
    const { status, body: answer } = await post({ ...rest, startDate, endDate });
    const request = (await stored(answer.operationId))?.request;
    expect([status, request]).toEqual([
      201,
      expect.objectContaining({ firstDay: 19_674, lastDay: 19_675, gzip: true, chains: [expect.anything()] }),
    ]);
  });
  test('an export without dates has the maximum number of days, up to today', async () => {
    const { post, stored } = await world();
    const { options, type } = body();
    const { body: answer } = await post({ options, type });
    const request = (await stored(answer.operationId))?.request;
    expect([request?.firstDay, request?.lastDay]).toEqual([19_675 - 365, 19_675]);
  });
  test('a chain without a final block is pinned to no block', async () => {
    const { post, stored } = await world({ blocks: {}, cursors: { [CHAIN]: aCursor({ number: -1, head: 0 }) } });
    const { body: answer } = await post(body());
    expect((await stored(answer.operationId))?.request).toMatchObject({
      chains: [{ to: -1, tracedTo: -1, toTime: 0, tracedTime: 0 }],
    });
  });
  test('too many pairs of address and chain get 400', async () => {
    const chains = Array.from({ length: 21 }, (_, i) => aChain({ chainId: `${i + 1}` }));
    const { post } = await world({ chains, blocks: {} });
    const addresses = Array.from({ length: 50 }, (_, i) => address(i));
    const { status, body: answer } = await post(
      body({}, { addresses, includeChains: chains.map(({ chainId }) => chainId) }),
    );
    expect([status, answer.message]).toEqual([
      400,
      'options.includeChains: must be at most 20 chains for 50 addresses',
    ]);
  });
  test('a final block is pinned even if its row is not readable yet', async () => {
    const { post, stored, deps } = await world();
    const Block = { ...deps.Block, byNumber: async () => undefined };
    const { body: answer } = await post(body(), {}, { ...deps, Block });
    expect((await stored(answer.operationId))?.request).toMatchObject({ chains: [{ to: 3, toTime: 1_700_000_005 }] });
  });
  test('internal transactions are pinned to the last traced block', async () => {
    const { post, stored } = await world({ traced: { [CHAIN]: 2 } });
    const { body: answer } = await post(body());
    expect((await stored(answer.operationId))?.request).toMatchObject({
      chains: [{ to: 3, tracedTo: 2, tracedTime: 1_700_000_002 }],
    });
  });

  describe('an idempotency key', () => {
    const key = { 'Idempotency-Key': 'my-export' };
    test('a repeated request returns the same operation, and queues its start again while it runs', async () => {
      const { post, sent, stored, deps } = await world();
      const first = await post(body(), key);
      const second = await post(body(), key);
      expect([second.status, second.body]).toEqual([201, first.body]);
      expect(sent).toHaveLength(2);
      const operation = await stored(first.body.operationId);
      if (operation)
        await deps.write.Operation.end(operation, { status: 'COMPLETED', file: { rows: 1, bytes: 2, sha256: '' } });
      expect((await post(body(), key)).body).toMatchObject({ operationStatus: 'COMPLETED' });
      expect(sent).toHaveLength(2);
    });
    test('concurrent requests create one operation', async () => {
      const { post } = await world();
      const answers = await Promise.all([post(body(), key), post(body(), key), post(body(), key)]);
      expect(new Set(answers.map(({ body: answer }) => answer.operationId)).size).toBe(1);
    });
    test('the same key of another owner creates another operation', async () => {
      const { post, deps } = await world();
      const [own, other] = [await post(body(), key), await post(body(), key, deps, OTHER)];
      expect(own.body.operationId).not.toBe(other.body.operationId);
    });
    test('the same key with another body gets 400', async () => {
      const { post, sent } = await world();
      await post(body(), key);
      const { status, body: answer } = await post(body({ compression: 'gzip' }), key);
      expect([status, answer.message]).toEqual([400, 'idempotency-key: was already used with a different body']);
      expect(sent).toHaveLength(1);
    });
    test.each(['', 'ü', 'x'.repeat(256), 'a b'])('the invalid key %p gets 400', async (given) => {
      const { post } = await world();
      const { status, body: answer } = await post(body(), { 'idempotency-key': given });
      expect([status, answer.message]).toEqual([400, 'idempotency-key: must be 1 to 255 visible ASCII characters']);
    });
    test('a repeated request queues the start again after the queue failed', async () => {
      const { post, deps, sent } = await world();
      const failing = { ...deps, queue: { send: () => Promise.reject(new Error('no queue')) } };
      const first = await withMutedErrors(() => post(body(), key, failing));
      const second = await post(body(), key);
      expect([first.status, second.status, sent]).toEqual([
        ...[201, 201],
        [{ owner: PRO.ownerId, operationId: first.body.operationId, createdAt: NOW }],
      ]);
    });
  });
  test('the sweep starts an operation that could not be queued', async () => {
    const { post, deps, table } = await world();
    const failing = { ...deps, queue: { send: () => Promise.reject(new Error('no queue')) } };
    const { status, body: answer } = await withMutedErrors(() => post(body(), {}, failing));
    const started: unknown[] = [];
    const machine = { start: async (name: string, input: object) => void started.push([name, input]) };
    await sweepExports(createStartingOperations(table), machine, NOW + 60_001);
    const { operationId } = answer;
    const input = { owner: PRO.ownerId, operationId, createdAt: NOW };
    expect([status, started]).toEqual([201, [[`${operationId}-${NOW}`, input]]]);
  });

  test('a plan without exports or export rows gets 403', async () => {
    const { post, deps } = await world();
    for (const none of [{ exports: 0 }, { exportRows: 0 }]) {
      const limits = { ...deps.limits, pro: { ...deps.limits.pro, ...none } };
      const { status, body: answer } = await post(body(), {}, { ...deps, limits });
      expect([status, answer.message]).toEqual([
        403,
        'the plan pro does not include exports; use a key with a larger plan',
      ]);
    }
  });
  test('a request without a key gets 401', async () => {
    const { post, deps } = await world();
    const { status } = await post(body(), {}, deps, { plan: 'anonymous', ownerId: 'anonymous' });
    expect(status).toBe(401);
  });
  test('a request beyond the concurrent exports of the plan gets 429, without counting other owners', async () => {
    const { post, deps } = await world();
    const limited = { ...deps, limits: { ...deps.limits, pro: { ...deps.limits.pro, exports: 2 } } };
    for (const _ of [1, 2]) expect((await post(body(), {}, limited)).status).toBe(201);
    const { status, body: answer, headers } = await post(body(), {}, limited);
    expect([status, answer.message, headers['retry-after']]).toEqual([
      429,
      'the plan pro allows 2 concurrent exports; wait for one to end, or cancel one',
      '30',
    ]);
    expect((await post(body(), {}, limited, OTHER)).status).toBe(201);
  });

  test('the webhook to notify is stored with the operation', async () => {
    const { post, deps, stored } = await world();
    const { id } = await aWebhook(deps);
    const { body: answer } = await post(body({ notifyWebhookId: id }));
    expect((await stored(answer.operationId))?.notify).toEqual({ webhook: id, block: 5 });
  });
  test('a foreign or inactive webhook to notify gets 400', async () => {
    const { post, deps } = await world();
    const refused = async (id: string, message: string) => {
      const { status, body: answer } = await post(body({ notifyWebhookId: id }));
      expect([status, answer.message]).toEqual([400, `notifyWebhookId: ${message}`]);
    };
    const { id: foreign } = await aWebhook(deps, {}, OTHER);
    await refused(foreign, `webhook ${foreign} was not found`);
    const { id } = await aWebhook(deps);
    await deps.write.Webhook.turnOff({ owner: PRO.ownerId, id });
    await refused(id, `webhook ${id} is inactive; activate it first`);
  });

  const others =
    'TRANSACTION_EXPORT_PRIMARY_NETWORK, TRANSACTION_EXPORT_PRIMARY_NETWORK_STAKING, TRANSACTION_EXPORT_PRIMARY_NETWORK_SIMPLE';
  test.each([
    ['a body that is not an object', [], 'the body: must be a JSON object'],
    ['a body that is not JSON', '{', 'the body must be JSON: send it with content-type: application/json'],
    ['an unknown type', { type: 'X' }, `type: must be one of TRANSACTION_EXPORT_EVM, ${others}`],
    ['no options', body({ options: undefined }), 'options: must have addresses and includeChains'],
    ['no address', body({}, { addresses: [] }), 'options.addresses: must have at least one address'],
    ['no addresses', body({}, { addresses: undefined }), 'options.addresses: must be a list of addresses'],
    [
      '51 addresses',
      body({}, { addresses: Array.from({ length: 51 }, (_, i) => address(i)) }),
      'options.addresses: must have at most 50 addresses',
    ],
    [
      'a malformed address',
      body({}, { addresses: [address(1), '0x1'] }),
      'options.addresses.1: must be an address: 0x and 40 hexadecimal digits',
    ],
    ['no chain', body({}, { includeChains: [] }), 'options.includeChains: must have at least one chain'],
    ['an unknown chain', body({}, { includeChains: ['99'] }), 'options.includeChains: unknown chain 99'],
    ['a chain without an index', body({}, { includeChains: ['7'] }), 'options.includeChains: chain 7 is not indexed'],
    ['a malformed date', body({ firstDate: '1.5.2023' }), 'firstDate: must be a date: YYYY-MM-DD'],
    ['an impossible date', body({ firstDate: '2023-02-29' }), 'firstDate: 2023-02-29 is not a valid date'],
    [
      'a day in the future',
      body({ lastDate: '2023-11-15' }),
      'lastDate: must not be in the future: today is 2023-11-14 (UTC)',
    ],
    [
      'a last day before the first',
      body({ lastDate: '2023-11-12' }),
      'firstDate: must not be after 2023-11-12, the last day',
    ],
    [
      'too many days',
      body({ firstDate: '2022-11-13' }),
      'firstDate: the range to 2023-11-14 must be at most 366 days, not 367',
    ],
    ['an unknown compression', body({ compression: 'zip' }), 'compression: must be gzip or absent'],
    ['an unknown field', body({ colour: 'red' }), 'colour: unknown'],
    [
      'malformed addresses and absent chains of the primary network',
      { type: 'TRANSACTION_EXPORT_PRIMARY_NETWORK', options: { addresses: 'P-avax1' } },
      'options.addresses: must be a list of addresses; options.includeChains: must be a list of chains: p-chain, x-chain, c-chain, or their IDs',
    ],
  ])('a request with %s gets 400 naming the field', async (_, sent, message) => {
    const { post, sent: queued } = await world();
    const { status, body: answer } = await post(sent);
    expect([status, answer]).toEqual([400, { message, statusCode: 400, error: 'Bad Request' }]);
    expect(queued).toEqual([]);
  });
  test('a request with another content type gets 400', async () => {
    const { post } = await world();
    const { status, body: answer } = await post(body(), { 'content-type': 'text/plain' });
    expect([status, answer.message]).toEqual([400, 'content-type: must be application/json']);
  });
});
