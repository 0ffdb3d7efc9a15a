import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getContractAddress } from 'viem/utils';
import { type Anvil, startAnvil } from '../../demo/anvil';
import { generateChain } from '../../demo/generate';
import { getAddress } from '../../demo/random';
import { eventually } from '../support/eventually';
import { readCsv } from '../support/exports/csv';
import { type ExportedRow, expectSameRows, rowsOfLists } from '../support/exports/list-rows';
import { FULL } from '../support/full';
import { mine, rpc, sendTransfers } from '../support/node/anvil';
import { runCli } from '../support/service/command';
import { EXPORTS, endedOperation, type Operation } from '../support/service/operation';
import { startReceiver } from '../support/service/receiver';
import { registerWebhook } from '../support/service/register-webhook';
import { folder, getCalls, type Json, removeFolders, Service, wait } from '../support/service/service';
import { testIf } from '../support/skipping';

/** Blocks of 20 transactions on each of two chains, four hours apart: about 20 rows per block. */
const BLOCKS = FULL ? 1_800 : 36;
const CHAINS = ['31337', '31338'] as const;
const FINALITY_DEPTH = 3;
const COIN = { name: 'Coin', symbol: 'COIN', decimals: 18 };
const APART = 4 * 3_600;
/** The row limit of the base plan: some days. */
const MAX_ROWS = FULL ? 10_000 : 360;
/** A token recipient, a transaction sender, and the first contract of each chain, which calls others. */
const WORKSHOP = getContractAddress({ from: getAddress('generator deployer'), nonce: 0n });
const ADDRESSES = [getAddress('address 0'), getAddress('generator 0'), WORKSHOP];
/** Kills of the full run, shared by all steps. */
const KILLS = 100;

describe(`the exports of two chains of ${BLOCKS} blocks`, () => {
  const anvils: Anvil[] = [];
  let service: Service;
  let receiver: Awaited<ReturnType<typeof startReceiver>>;
  /** Past days with only final blocks. */
  let days: { firstDate: string; lastDate: string };

  beforeAll(async () => {
    receiver = await startReceiver();
    const begins = Math.floor(Date.now() / 1_000) - (BLOCKS + 20) * APART;
    const config = [];
    for (const [i, chainId] of CHAINS.entries()) {
      const args = ['--timestamp', String(begins)];
      const anvil = await startAnvil({ chainId: Number(chainId), extraArgs: args });
      anvils.push(anvil);
      const shared = { blocks: BLOCKS, transactionsPerBlock: 20, seed: i, addresses: 2, tokens: 3 };
      await generateChain({ url: anvil.url, ...shared, kind: 'tokens', secondsApart: APART });
      const { url: rpcUrl } = anvil;
      config.push({ chainId, rpcUrl, finalityDepth: FINALITY_DEPTH, startBlock: 0, traces: true, networkToken: COIN });
    }
    const date = (time: number) => new Date(time * 1_000).toISOString().slice(0, 10);
    days = { firstDate: date(begins), lastDate: date(begins + (BLOCKS - 7) * APART) };
    const few = { rate: 1_000, burst: 2_000, exports: 2, exportRows: MAX_ROWS };
    const plans = { anonymous: { rate: 10 }, free: { rate: 20, exports: 1, exportRows: 100 }, base: few };
    const growth = { rate: 1_000, burst: 2_000 };
    service = await new Service({ chains: config, webhookLoopback: true, plans: { ...plans, growth } }).start();
    for (const [i, chainId] of CHAINS.entries()) {
      const url = anvils[i]?.url ?? '';
      await mine(url, FINALITY_DEPTH + 1);
      // An export has internal transactions of traced blocks only, which may lag behind the final ones.
      const head = Number(await rpc(url, 'eth_blockNumber', []));
      await service.indexed(chainId, head, 600_000);
      await traced(chainId, head);
    }
  });
  afterAll(async () => {
    await service?.stop();
    await receiver?.stop();
    for (const anvil of anvils) await anvil.stop();
    removeFolders();
  });

  async function traced(chainId: string, block: number): Promise<void> {
    for (;;) {
      const { body } = await service.get<{ details: Record<string, { tracedBlock?: number }> }>('/v1/health-check');
      if ((body.details[`chain-${chainId}`]?.tracedBlock ?? -1) >= block) return;
      await wait(200);
    }
  }
  const asked = (more: Json = {}) => ({
    type: 'TRANSACTION_EXPORT_EVM',
    ...days,
    options: { addresses: ADDRESSES, includeChains: CHAINS },
    ...more,
  });
  const toKey = (plan: 'free' | 'base' | 'pro') => ({ 'x-service-api-key': service.urls.apiKeys[plan] });
  const get = async (operationId: string, plan: 'free' | 'base' | 'pro' = 'pro') =>
    (await service.get<Operation>(`/v1/operations/${operationId}`, toKey(plan))).body;
  /** Waits until an operation has ended. Returns its messages along the way, too. */
  async function ended(operationId: string, plan: 'free' | 'base' | 'pro' = 'pro') {
    const said = new Set<string>();
    const operation = await endedOperation(service, operationId, toKey(plan), ({ message }) => said.add(message));
    return { operation, said };
  }
  async function start(body: object, headers: Record<string, string> = toKey('pro')): Promise<string> {
    const { status, body: answer } = await service.send<Operation>('POST', EXPORTS, body, headers);
    if (status !== 201) throw new Error(JSON.stringify(answer));
    return answer.operationId;
  }
  async function fetchFile({ metadata }: Operation): Promise<Buffer> {
    const answer = await fetch(String(metadata.downloadUrl));
    expect(answer.status).toBe(200);
    const file = Buffer.from(await answer.arrayBuffer());
    expect(createHash('sha256').update(file).digest('hex')).toBe(metadata.sha256);
    return file;
  }
  const countAll = async (call: string): Promise<number> => (await getCalls(service.urls))[call] ?? 0;
  /** The rows of the API's lists up to these blocks. */
  const listed = (to: Readonly<Record<string, number>>) =>
    rowsOfLists(
      (list, chainId, address) =>
        service.all(`/v1/chains/${chainId}/addresses/${address}/transactions:${list}`, 'transactions', 100),
      ADDRESSES,
      CHAINS.map((chainId) => ({ chainId, symbol: COIN.symbol, to: to[chainId] ?? -1 })),
    );
  /** The lists have no symbol of ERC-1155 tokens. */
  const comparable = (rows: readonly ExportedRow[]) =>
    rows.map((row) => (row.type === 'erc1155' ? { ...row, symbol: '' } : row));

  test('an export has every row of every list up to the pinned blocks, while both chains grow', async () => {
    const growing = { on: true };
    const grow = Promise.all(
      anvils.map(async ({ url }) => {
        while (growing.on) {
          await sendTransfers(url, 1);
          await wait(200);
        }
      }),
    );
    const before = getMemory(service);
    const began = Date.now();
    const { lastDate: _, ...open } = asked();
    const { operation, said } = await ended(await start(open));
    const seconds = (Date.now() - began) / 1_000;
    growing.on = false;
    await grow;
    expect(operation.operationStatus).toBe('COMPLETED');
    const to = Object.fromEntries(
      [...operation.message.matchAll(/Chain (\d+) is included up to block (\d+)/g)].map(([, chain, block]) => [
        chain,
        Number(block),
      ]),
    );
    expect(Object.keys(to)).toEqual([...CHAINS]);
    const rows = readCsv(await fetchFile(operation));
    expect(rows.length).toBeGreaterThan(BLOCKS * 2 * 14);
    expect(new Set(rows.map(({ type }) => type)).size).toBe(5);
    expectSameRows(comparable(rows), comparable(await listed(to)));
    expect(rows.length).toBe(operation.metadata.rows);
    console.log(
      `${rows.length} rows in ${seconds.toFixed(1)} s (${Math.round(rows.length / seconds)} rows/s); the whole service used ${before} MB before and ${getMemory(service)} MB after; said on the way: ${[...said].join(' ')}`,
    );
  });

  test('exports cut by the plan and continued from nextDate have every row once', async () => {
    const whole = await ended(await start(asked()));
    const all = readCsv(await fetchFile(whole.operation));
    const rows: ExportedRow[] = [];
    let exports = 0;
    for (let firstDate: unknown = days.firstDate; firstDate !== undefined; exports++) {
      const id = await start(asked({ firstDate, compression: 'gzip' }), toKey('base'));
      const { operation } = await ended(id, 'base');
      const { nextDate, code } = operation.metadata;
      expect([operation.operationStatus, code]).toEqual(
        nextDate === undefined ? ['COMPLETED', undefined] : ['COMPLETED_WITH_WARNING', 'WarnTruncatedExport'],
      );
      const own = readCsv(await fetchFile(operation), true);
      expect(own.length).toBeLessThanOrEqual(MAX_ROWS);
      rows.push(...own);
      firstDate = nextDate;
    }
    expect(exports).toBeGreaterThan(3);
    expectSameRows(rows, all);
  });

  test('an export killed at any step finishes after the restart with the same bytes', async () => {
    const webhook = await registerWebhook(service, receiver.url, [getAddress('nobody')]);
    const reference = (await ended(await start(asked()))).operation.metadata.sha256;
    const steps = [
      ['states:StartExecution', ''],
      ['s3:PutObject', '/parts/'],
      ['dynamodb:UpdateItem', 'op#'],
      // A large file is uploaded in parts.
      ...(FULL
        ? ([
            ['s3:UploadPart', '/files/'],
            ['s3:CompleteMultipartUpload', '/files/'],
          ] as const)
        : ([['s3:PutObject', '/files/']] as const)),
      ['dynamodb:TransactWriteItems', 'op#', 2],
      ['dynamodb:TransactWriteItems', 'wm#'],
      ['sqs:SendMessageBatch', webhook],
    ] as const;
    const all = steps.flatMap(([call, contains, nth = 1]) =>
      (['before', 'after'] as const).map((when) => ({ call, contains, nth, when })),
    );
    const chosen = FULL ? Array.from({ length: KILLS }, (_, i) => all[i % all.length]) : [all[3], all[8]];
    const fell: Record<string, number> = {};
    for (const [i, step] of chosen.entries()) {
      if (!step) continue;
      const headers = { ...toKey('pro'), 'idempotency-key': `kill-${i}` };
      await service.breakAt(step);
      const body = asked({ notifyWebhookId: webhook });
      const operationId = await start(body, headers).catch(() => undefined);
      const died = await service.endedWithin(60_000);
      const name = `${step.when} ${step.call} ${step.contains}`;
      fell[name] = (fell[name] ?? 0) + (died ? 1 : 0);
      await service.start();
      const { operation } = await ended(operationId ?? (await start(body, headers)));
      expect([name, operation.operationStatus, operation.metadata.sha256]).toEqual([name, 'COMPLETED', reference]);
      const told = () => receiver.received.filter(({ body: one }) => one.event.operationId === operation.operationId);
      while (told().length === 0) await wait(50);
      const ids = new Set(told().map(({ body: { messageId } }) => messageId));
      expect([ids.size, told()[0]?.body.eventType]).toEqual([1, 'operation_completed']);
    }
    console.log('Kills at each step:', fell);
    expect(Object.values(fell).filter((count) => count === 0)).toEqual([]);
  });

  testIf(FULL, 'waits for the sweep: FULL=1')('an export with a lost start message starts within minutes', async () => {
    // The client tries three times.
    await service.breakAt({ call: 'sqs:SendMessageBatch', contains: 'operationId', nth: 1, when: 'fail', times: 3 });
    const operationId = await start(asked());
    expect((await ended(operationId)).operation.operationStatus).toBe('COMPLETED');
  });

  test('a failing part is retried, and three start messages start one export', async () => {
    // The SDK tries three times before a step fails; the second wait takes four seconds.
    const fails = FULL ? 6 : 3;
    await service.breakAt({ call: 's3:PutObject', contains: '/parts/', nth: 1, when: 'fail', times: fails });
    const calls = { put: await countAll('s3:PutObject'), start: await countAll('states:StartExecution') };
    const headers = { ...toKey('pro'), 'idempotency-key': 'three-times' };
    const answers: Operation[] = [];
    for (const _ of [1, 2, 3]) answers.push((await service.send<Operation>('POST', EXPORTS, asked(), headers)).body);
    const [{ operationId } = { operationId: '' }] = answers;
    expect(new Set(answers.map((answer) => answer.operationId)).size).toBe(1);
    // Each request that found it running sent a start message.
    const messages = answers.filter(({ operationStatus }) => operationStatus === 'RUNNING').length;
    expect(messages).toBeGreaterThan(1);
    const { operation } = await ended(operationId);
    expect(operation.operationStatus).toBe('COMPLETED');
    expect((await countAll('s3:PutObject')) - calls.put).toBeGreaterThanOrEqual(fails + 2);
    while ((await countAll('states:StartExecution')) < calls.start + messages) await wait(50);
    expect(await get(operationId)).toMatchObject({ updatedAtTimestamp: operation.updatedAtTimestamp });
  });

  testIf(FULL, 'takes minutes: FULL=1')('a part that always fails makes the export FAILED with a code', async () => {
    // The step is tried seven times.
    await service.breakAt({ call: 's3:PutObject', contains: '/parts/', nth: 1, when: 'fail', times: 21 });
    const { operation } = await ended(await start(asked()));
    expect(operation).toMatchObject({ operationStatus: 'FAILED', metadata: { code: 'ErrInternal' } });
    expect(operation.message).not.toContain('500');
    expect((await ended(await start(asked()))).operation.operationStatus).toBe('COMPLETED');
  });

  test('an owner can run as many exports as the plan allows, cancel and list them, and no other owner sees them', async () => {
    const mayNot = await service.send('POST', EXPORTS, asked(), { 'x-service-api-key': 'x' });
    expect(mayNot.status).toBe(401);
    // An export keeps running while its parts cannot be stored.
    await service.breakAt({ call: 's3:PutObject', contains: '/parts/', nth: 1, when: 'fail', times: 3 });
    const running = await start(asked(), toKey('free'));
    const second = await service.send('POST', EXPORTS, asked(), toKey('free'));
    expect([second.status, second.headers.get('retry-after')]).toEqual([429, '30']);
    const cancelled = await service.send<Operation>(
      'POST',
      `/v1/operations/${running}:cancel`,
      undefined,
      toKey('free'),
    );
    expect([cancelled.status, cancelled.body.operationStatus]).toEqual([200, 'FAILED']);
    const third = await ended(await start(asked(), toKey('free')), 'free');
    expect(third.operation.operationStatus).toMatch(/^COMPLETED/);
    const list = async (status: string) =>
      (await service.get<{ operations: Operation[] }>(`/v1/operations?status=${status}`, toKey('free'))).body
        .operations;
    await eventually(async () =>
      expect((await list('FAILED')).map(({ operationId }) => operationId)).toContain(running),
    );
    const of = ['--owner', 'another', '--plan', 'free', '--name', 'another', '--json'];
    const { key } = JSON.parse((await runCli(service, 'keys', 'create', ...of)).stdout) as { key: string };
    const other = { 'x-service-api-key': key };
    expect((await service.get('/v1/operations', other)).body).toEqual({ operations: [] });
    expect((await service.get(`/v1/operations/${running}`, other)).status).toBe(404);
  });

  test('the CLI shows the progress and writes the file', async () => {
    const file = join(folder(), 'rows.csv.gz');
    const places = [...ADDRESSES.flatMap((one) => ['--address', one]), ...CHAINS.flatMap((one) => ['--chain', one])];
    const range = ['--first', days.firstDate, '--last', days.lastDate];
    const made = await runCli(service, 'export', ...places, ...range, '--gzip', '--wait', '--output', file);
    expect([made.code, made.stderr]).toEqual([0, '']);
    expect(made.stdout).toMatch(/rows so far; \d+ of \d+ parts done/);
    expect(made.stdout).toContain(`Written to ${file}.`);
    const { operation } = await ended(await start(asked()));
    expectSameRows(readCsv(readFileSync(file), true), readCsv(await fetchFile(operation)));
    const refused = await runCli(service, 'export', ...places, '--first', '2026-02-30');
    expect([refused.code, refused.stderr.trim()]).toEqual([1, 'firstDate: 2026-02-30 is not a valid date']);
    const json = await runCli(service, 'export', '--operation', operation.operationId, '--json');
    expect(JSON.parse(json.stdout)).toMatchObject({ operationId: operation.operationId });
  });
});

/** Resident memory of the whole service, MB. */
function getMemory({ pid }: Pick<Service, 'pid'>): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024);
}
