import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAccount } from '../../bin/cli/aws-account';
import { preflight } from '../../bin/cli/preflight';
import { checkCollector, checkSource } from '../../bin/cli/preflight-checks';
import { parseConfig } from '../../lib/config';
import { replayNode } from '../support/node/replay-node';
import { type AccountState, awsServer, CREDENTIALS } from '../support/service/aws-server';

const config = parseConfig({ chains: [{ chainId: '7' }, { chainId: '1', index: false }] }, 'test');
const SOURCE = '/chain-data/sources/7';
/** An account ready for deployment. */
const ready = (source: string): AccountState => ({
  parameters: { '/cdk-bootstrap/hnb659fds/version': '30', [SOURCE]: source },
  concurrency: [1_000, 1_000],
  stacks: {},
  denied: new Set(),
});

let state: AccountState;
let aws: Awaited<ReturnType<typeof awsServer>>;
let node: Awaited<ReturnType<typeof replayNode>>;
/** The URL of the node, with a key that no output may contain. */
const source = () => `${node.url.replace('://', '://user:planted-key@')}/planted-secret`;
beforeAll(async () => {
  node = await replayNode(7, []);
  state = ready(source());
  aws = await awsServer(state);
});
beforeEach(() => {
  Object.assign(state, ready(source()));
});
afterAll(() => {
  aws.stop();
  node.stop();
});

const account = (given: Parameters<typeof createAccount>[0] = {}) =>
  createAccount({ region: 'us-east-1', credentials: CREDENTIALS, endpoint: aws.url, maxAttempts: 1, ...given });
const run = async (given?: Parameters<typeof createAccount>[0]) => {
  const checks = await preflight(config, account(given));
  expect(JSON.stringify(checks)).not.toMatch(/planted|127\.0\.0\.1:\d+\//);
  return checks;
};
const named = async (name: string) => (await run()).find((check) => check.name === name);

describe('preflight', () => {
  test('a ready account passes every check', async () => {
    const checks = await run();
    expect(checks).toEqual([
      { name: 'region', state: 'ok', found: 'us-east-1' },
      { name: 'credentials', state: 'ok', found: 'account 111122223333, as arn:aws:iam::111122223333:user/Deployer' },
      { name: 'bootstrap', state: 'ok', found: 'version 30' },
      expect.objectContaining({ name: 'concurrency', state: 'ok' }),
      { name: 'chain 7', state: 'ok', found: 'the node answers' },
    ]);
  });
  test('a missing region fails before any other check', async () => {
    const region = async () => {
      throw new Error('Region is missing');
    };
    expect(await run({ region })).toEqual([
      { name: 'region', state: 'failed', found: 'Region is missing', next: expect.stringContaining('AWS_REGION') },
    ]);
  });
  test('missing and wrong credentials fail', async () => {
    const credentials = async () => {
      throw new Error('Could not load credentials from any providers');
    };
    const missing = await run({ credentials });
    expect(missing.map((check) => check.state)).toEqual(['ok', 'failed']);
    expect(missing[1]?.found).toContain('Could not load credentials');
    const wrong = await run({ credentials: { ...CREDENTIALS, secretAccessKey: 'other' } });
    expect(wrong[1]).toMatchObject({ name: 'credentials', state: 'failed', found: 'The signature does not match' });
  });
  test('a missing or outdated bootstrap fails', async () => {
    state.parameters['/cdk-bootstrap/hnb659fds/version'] = '5';
    expect(await named('bootstrap')).toMatchObject({ state: 'failed', next: 'npx cdk bootstrap' });
    delete state.parameters['/cdk-bootstrap/hnb659fds/version'];
    expect(await named('bootstrap')).toMatchObject({ state: 'failed', found: expect.stringContaining('not boot') });
  });
  test.each([
    [229, 229, 'ok', ''],
    [228, 228, 'warning', '--desired-value 1001'],
    [10, 10, 'warning', '--quota-code L-B99A9384'],
    [6, 6, 'warning', '--desired-value 1001'],
    [5, 5, 'failed', '--desired-value 1001'],
    [1_000, 5, 'failed', '--desired-value 1224'],
  ])(
    'the check of a quota of %i executions, %i of them unreserved, is %s',
    async (quota, unreserved, expected, next) => {
      state.concurrency = [quota, unreserved];
      const check = await named('concurrency');
      expect(check).toMatchObject({ state: expected, found: expect.stringContaining(`${quota} executions`) });
      expect(JSON.stringify(check)).toContain(next);
    },
  );
  test('a missing source of an indexed chain fails', async () => {
    delete state.parameters[SOURCE];
    const next = 'npm run cli -- sources put --chain 7';
    expect(await named('chain 7')).toEqual({
      name: 'chain 7',
      state: 'failed',
      found: `${SOURCE} is not stored`,
      next,
    });
  });
  test('a node of another chain fails', async () => {
    const other = await replayNode(8, []);
    state.parameters[SOURCE] = `${other.url}/planted`;
    expect(await named('chain 7')).toMatchObject({ state: 'failed', found: 'the node is on chain 8' });
    other.stop();
  });
  test.each([
    ['http://127.0.0.1:1/planted', 'the node does not answer'],
    ['planted', 'is not an http(s) URL'],
    ['http://planted.invalid/planted', 'the node does not answer'],
  ])('the source %s fails', async (url, found) => {
    state.parameters[SOURCE] = url;
    expect(await named('chain 7')).toMatchObject({ state: 'failed', found: expect.stringContaining(found) });
  });
  describe('a faulty node', () => {
    let answer: string | undefined;
    const server = createServer((_, response) => {
      if (answer !== undefined) response.end(answer);
    });
    beforeAll(() => new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve)));
    beforeEach(() => {
      state.parameters[SOURCE] = `http://127.0.0.1:${(server.address() as AddressInfo).port}/planted`;
    });
    afterAll(() => {
      server.closeAllConnections();
      server.close();
    });
    test('a rejected call is reported without its message, which may contain the key', async () => {
      answer = '{"error":{"code":-32000,"message":"planted-key is not allowed"}}';
      expect(await named('chain 7')).toMatchObject({ found: 'the node refuses the call (-32000)' });
    });
    test('an invalid chain ID is reported', async () => {
      answer = '{"result":{"planted":1}}';
      expect(await named('chain 7')).toMatchObject({ found: 'the node returned an invalid eth_chainId' });
    });
    test('a node that never answers fails after a timeout', async () => {
      answer = undefined;
      const check = await checkSource(account(), config.name, { chainId: '7' }, 200);
      expect(check).toMatchObject({ state: 'failed', found: 'the node does not answer within 0.2 s' });
    });
  });
  describe('the trace collector', () => {
    const HEADERS = '/collectors/headers';
    let status: number | undefined;
    let received: (string | undefined)[] = [];
    const collector = createServer(async (request, response) => {
      const parts: Buffer[] = [];
      for await (const part of request) parts.push(part as Buffer);
      received = [request.url, request.headers['x-team']?.toString(), Buffer.concat(parts).toString('utf8')];
      if (status !== undefined) response.writeHead(status, { location: '/elsewhere' }).end('{}');
    });
    const check = (headersParameter?: string, timeoutMs?: number) => {
      const { port } = collector.address() as AddressInfo;
      const settings = { endpoint: `http://127.0.0.1:${port}/otlp/`, headersParameter, sampleRatio: 1 };
      return checkCollector(account(), settings, timeoutMs);
    };
    beforeAll(() => new Promise<void>((resolve) => void collector.listen(0, '127.0.0.1', resolve)));
    beforeEach(() => {
      [status, received] = [200, []];
      state.parameters[HEADERS] = 'x-team=planted%20key';
    });
    afterAll(() => {
      collector.closeAllConnections();
      collector.close();
    });
    test('a collector that accepts a request without spans, with the stored headers, is ok', async () => {
      expect(await check(HEADERS)).toMatchObject({ state: 'ok', found: 'the collector accepts spans' });
      expect(received).toEqual(['/otlp/v1/traces', 'planted key', '{"resourceSpans":[]}']);
      expect(await check()).toMatchObject({ state: 'ok' });
      expect(received[1]).toBeUndefined();
    });
    test('missing headers cause a warning with the command that stores them', async () => {
      delete state.parameters[HEADERS];
      expect(await check(HEADERS)).toEqual({
        name: 'trace collector',
        state: 'warning',
        found: `${HEADERS} is not stored`,
        next: `aws ssm put-parameter --type SecureString --name ${HEADERS} --value file://headers.txt`,
      });
      expect(received).toEqual([]);
    });
    test.each(['planted', 'x-team=%', 'x team=planted', 'x-team=planted%0Akey'])(
      'headers of another form (%s) cause a warning without their text',
      async (text) => {
        state.parameters[HEADERS] = text;
        const warning = await check(HEADERS);
        expect(warning).toMatchObject({ state: 'warning', found: expect.stringContaining('is not in the form') });
        expect(JSON.stringify(warning)).not.toMatch(/planted|x.team/);
        expect(received).toEqual([]);
      },
    );
    test.each([
      [401, 'check the key'],
      [403, 'check the key'],
      [404, 'check endpoint'],
      [307, 'check endpoint'],
      [500, 'the log of the collector'],
    ])('the status %i causes a warning', async (answered, next) => {
      status = answered;
      expect(await check(HEADERS)).toMatchObject({
        state: 'warning',
        found: `the collector answers HTTP ${answered}`,
        next: expect.stringContaining(next),
      });
      expect(received[0]).toBe('/otlp/v1/traces');
    });
    test('a collector that does not answer causes a warning', async () => {
      status = undefined;
      const found = 'the collector does not answer within 0.2 s';
      expect(await check(HEADERS, 200)).toMatchObject({ state: 'warning', found });
      const settings = { endpoint: 'http://127.0.0.1:1', headersParameter: HEADERS, sampleRatio: 1 };
      expect(await checkCollector(account(), settings)).toMatchObject({
        state: 'warning',
        found: 'the collector does not answer',
      });
    });
    test('a denied read of the headers causes a warning with the missing permission', async () => {
      state.denied.add('ssm');
      expect(await check(HEADERS)).toMatchObject({ state: 'warning', next: 'allow ssm:GetParameter and kms:Decrypt' });
    });
    test('preflight checks it if the configuration names one', async () => {
      const { port } = collector.address() as AddressInfo;
      const openTelemetry = { endpoint: `http://127.0.0.1:${port}`, headersParameter: HEADERS, sampleRatio: 1 };
      const checks = await preflight({ ...config, openTelemetry }, account());
      expect(checks).toContainEqual({ name: 'trace collector', state: 'ok', found: 'the collector accepts spans' });
    });
  });
  test.each([
    ['CREATE_COMPLETE', 'ok', undefined],
    ['UPDATE_ROLLBACK_COMPLETE', 'ok', undefined],
    ['REVIEW_IN_PROGRESS', 'ok', undefined],
    ['ROLLBACK_COMPLETE', 'warning', 'recreates the stack'],
    ['UPDATE_IN_PROGRESS', 'failed', 'wait'],
    ['DELETE_FAILED', 'failed', 'npx cdk destroy chain-data-api'],
    ['UPDATE_ROLLBACK_FAILED', 'failed', 'npx cdk rollback chain-data-api'],
  ])('the check of a stack in %s is %s', async (status, expected, next) => {
    state.stacks['chain-data-api'] = { status };
    const check = await named('stack chain-data-api');
    expect(check).toMatchObject({ state: expected, ...(next ? { next: expect.stringContaining(next) } : {}) });
  });
  test.each(['ROLLBACK_COMPLETE', 'ROLLBACK_FAILED'])(
    'a protected stack in %s fails with the command that unprotects it',
    async (status) => {
      state.stacks['chain-data-data'] = { status, isProtected: true };
      const next =
        'aws cloudformation update-termination-protection --no-enable-termination-protection --stack-name chain-data-data';
      expect(await named('stack chain-data-data')).toMatchObject({ state: 'failed', next });
    },
  );
  test('a stack that is no longer configured causes a warning, with the command that deletes it', async () => {
    const stack = 'chain-data-node-rpc';
    expect(await named(`stack ${stack}`)).toBeUndefined();
    state.stacks[stack] = { status: 'UPDATE_COMPLETE' };
    expect(await named(`stack ${stack}`)).toEqual({
      name: `stack ${stack}`,
      state: 'warning',
      found: 'is deployed but no longer configured: it keeps running, and costing',
      next: `deploy, then delete it: aws cloudformation delete-stack --stack-name ${stack}`,
    });
  });
  test('denied reads fail with the missing permissions', async () => {
    for (const service of ['ssm', 'lambda', 'cloudformation']) state.denied.add(service);
    const failed = (await run()).filter((check) => check.state === 'failed');
    expect(failed.map(({ name }) => name).slice(0, 3)).toEqual(['bootstrap', 'concurrency', 'chain 7']);
    // Eight stacks, and one of another configuration.
    expect(failed).toHaveLength(3 + 9);
    for (const check of failed) expect(check).toMatchObject({ next: expect.stringMatching(/^allow \w+:/) });
  });
});
