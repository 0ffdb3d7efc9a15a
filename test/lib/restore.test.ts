import { execFile } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { CheckedChain } from '../../bin/restore/check-chain';
import { createDeployment } from '../../bin/restore/deployment';
import {
  confirm,
  goBack,
  planRestore,
  type RestoreDeps,
  readState,
  runRestore,
  tableInUse,
} from '../../bin/restore/restore';
import { CURSOR, cursorKey, readCursor } from '../../lambdas/chain/rows/cursor-item';
import { createCursor } from '../../lambdas/chain/rows/new-cursor';
import { carryPartition } from '../../lambdas/core/table/carry-partition';
import { createDynamoClient } from '../../lambdas/core/table/dynamo-client';
import { hexToBytes } from '../../lambdas/core/table/hex';
import { createTableClient, type Table } from '../../lambdas/core/table/table';
import type { FollowUp } from '../../lambdas/webhooks/restore/carry-webhooks';
import { progressKey } from '../../lambdas/webhooks/rows/feed-progress';
import { newWebhook } from '../../lambdas/webhooks/rows/webhook-attributes';
import { parseConfig } from '../../lib/config';
import { hash } from '../support/make/blocks';
import { restoreServer } from '../support/service/restore-server';
import { templatesFor } from '../support/sources/templates';

const CONFIG = { chains: [{ chainId: '31337', network: 'testnet' }] };
const CHAIN = '31337';
const FIRST = 'chain-data-table';

async function indexedTo(table: Table, number: number, serial: number): Promise<void> {
  const set = { [CURSOR.number]: number, [CURSOR.hash]: hexToBytes(hash(number)), [CURSOR.serial]: serial };
  await table.update(cursorKey(CHAIN), { set: { ...set, [CURSOR.head]: number } });
  const matched = JSON.stringify({ serial, path: [[0, 1, number + 1]], ahead: [] });
  await table.update(progressKey(CHAIN), { set: { m: matched, v: serial } });
}
const aWebhook = (id: string, url: string) =>
  newWebhook({ id, owner: 'team-1', chain: CHAIN, url, name: id, active: true, createdAt: 1 } as never);

let opened: { stop(): void }[] = [];
afterEach(() => {
  for (const one of opened) one.stop();
  opened = [];
});

async function world(found: Partial<CheckedChain> = {}) {
  const at = Math.floor(Date.now() / 1_000) * 1_000 - 3_600_000;
  let moment: readonly object[] = [];
  const server = await restoreServer(templatesFor(CONFIG), 'chain-data', async () => moment);
  opened.push(server);
  const openTable = (name: string) => createTableClient(name, createDynamoClient(server.settings));
  const table = openTable(FIRST);
  await createCursor(table, CHAIN, { start: 0 }, 1);
  await indexedTo(table, 100, 101);
  await table.write([{ put: aWebhook('kept', 'https://a.example/') }, { put: aWebhook('gone', 'https://b.example/') }]);
  moment = await server.items(FIRST);
  await indexedTo(table, 120, 131);
  await table.write([
    { delete: aWebhook('gone', 'https://b.example/') },
    { put: aWebhook('kept', 'https://c.example/') },
    { put: aWebhook('made', 'https://d.example/?token=top-secret') },
    { put: { pk: 'op#team-1', sk: 'op_1', s: 'COMPLETED' } },
  ]);
  const sent: FollowUp[] = [];
  const said: string[] = [];
  let now = Date.now();
  const deps: RestoreDeps = {
    config: parseConfig(CONFIG, 'test'),
    deployment: createDeployment(server.settings, async () => undefined),
    openTable,
    checkChain: async () => ({ block: 100, blocks: 50, balances: 200, differences: [], isWrong: false, ...found }),
    owners: async () => ['team-1'],
    send: async (messages) => void sent.push(...messages),
    timer: {
      now: () => now,
      sleep: async (ms) => {
        now += ms;
      },
    },
    say: (line) => void said.push(line),
  };
  const cursorOf = async (name: string) => readCursor((await openTable(name).get(cursorKey(CHAIN), true)) ?? {});
  server.calls.length = 0;
  const changeMoment = (change: (item: object) => object) => {
    moment = moment.map(change);
  };
  return { server, changeMoment, deps, at, sent, said, openTable, cursorOf };
}
type World = Awaited<ReturnType<typeof world>>;

async function restored({ deps, at }: World, isForced = false) {
  const { bytes: _, ...plan } = await planRestore(deps, at);
  await runRestore(deps, plan, isForced);
  return plan;
}

function expectInUse({ server }: World, table: string): void {
  expect(server.parameters.get('/chain-data/table')).toBe(table);
  const used = [...server.stacks.values()].flatMap((stack) => stack.table ?? []);
  expect(used.length).toBeGreaterThan(5);
  expect(new Set(used)).toEqual(new Set([table]));
  expect(server.stopped).toEqual(new Set());
  expect([...server.mappings.values()].every((state) => state.startsWith('Enabl'))).toBe(true);
}

test('a restore switches every stack to the table of that moment, and starts everything again', async () => {
  const own = await world();
  const { table } = await restored(own);
  expectInUse(own, table);
  expect(own.server.tables.get(table)).toMatchObject({ isProtected: true, ttl: true, recovery: true });
  expect(await own.cursorOf(table)).toMatchObject({ number: 100, serial: 131 });
  expect(await own.cursorOf(FIRST)).toMatchObject({ number: 120, serial: 131 });
  expect(await own.openTable(table).get({ pk: 'op#team-1', sk: 'op_1' }, true)).toMatchObject({ s: 'COMPLETED' });
  expect(own.sent).toEqual([]);
  expect(await readState(own.deps)).toMatchObject({ phase: 'switched', table, previous: FIRST });
});

test('followers stop before queue workers, both before the switch, and the restored table is checked before all', async () => {
  const own = await world();
  await restored(own);
  const { calls } = own.server;
  const first = (pattern: RegExp) => calls.findIndex((call) => pattern.test(call));
  const last = (pattern: RegExp) => calls.findLastIndex((call) => pattern.test(call));
  const order = [
    first(/RestoreTable/),
    first(/functions\/.*concurrency/),
    first(/^lambda \/.*mappings/),
    first(/UpdateStack/),
    last(/^lambda \/.*mappings/),
  ];
  expect(order).toEqual(order.toSorted((a, b) => a - b));
  expect(order).not.toContain(-1);
});

test('the restore lists changes of webhooks since then once, without secrets', async () => {
  const own = await world();
  await restored(own);
  const changes = own.said.filter((line) => line.startsWith('  webhook'));
  expect(changes).toEqual([
    expect.stringMatching(/webhook kept .*a\.example|webhook kept .*changed since \(url\)/),
    expect.stringMatching(/webhook made of team-1 \(d\.example\) was created since/),
    expect.stringMatching(/webhook gone of team-1 \(b\.example\) was deleted since/),
  ]);
  expect(own.said.join('\n')).not.toContain('top-secret');
});

test('a restored table that differs from the node is not switched to, unless forced', async () => {
  const own = await world({ differences: ['block 7 is 0x1, and 0x2 on the node'], isWrong: true });
  await expect(restored(own)).rejects.toThrow('differs from the nodes');
  expect(own.said).toContain('  block 7 is 0x1, and 0x2 on the node');
  expectInUse(own, FIRST);
  const state = await readState(own.deps);
  if (!state) throw new Error('no state');
  await runRestore(own.deps, state, true);
  expectInUse(own, state.table);
});

test('events that are not matched hold the switch back, unless forced', async () => {
  const own = await world();
  await indexedTo(own.openTable(FIRST), 120, 131);
  await own.openTable(FIRST).update(cursorKey(CHAIN), { set: { [CURSOR.serial]: 140 } });
  await expect(restored(own)).rejects.toThrow('9 block events is left');
  const state = await readState(own.deps);
  if (!state) throw new Error('no state');
  await runRestore(own.deps, state, true);
  expect((await own.cursorOf(state.table)).serial).toBe(140);
});

test.each([
  ['before the recorded moments', (own: World) => own.server.window.from - 1_000, 'can be restored to any second from'],
  ['after them', (own: World) => own.server.window.to + 1_000, 'can be restored to any second from'],
])('a moment %s is refused, and nothing is changed', async (_, moment, message) => {
  const own = await world();
  await expect(planRestore(own.deps, moment(own))).rejects.toThrow(message);
  expect(own.server.tables.size).toBe(1);
});

test('a table without point-in-time recovery and a deployment without the parameter are refused', async () => {
  const own = await world();
  for (const stack of own.server.stacks.values()) delete stack.table;
  await expect(planRestore(own.deps, own.at)).rejects.toThrow('deploy this version first');
  const table = own.server.tables.get(FIRST);
  if (table) table.recovery = false;
  await expect(planRestore(own.deps, own.at)).rejects.toThrow('pointInTimeRecovery');
});

test('going back continues in the table from before, above all serials since', async () => {
  const own = await world();
  const { table } = await restored(own);
  await own.openTable(table).update(cursorKey(CHAIN), { set: { [CURSOR.serial]: 150 } });
  await own.openTable(table).update(progressKey(CHAIN), {
    set: { m: JSON.stringify({ serial: 150, path: [], ahead: [] }) },
  });
  const state = await readState(own.deps);
  if (!state) throw new Error('no state');
  await goBack(own.deps, state, false);
  expectInUse(own, FIRST);
  expect(await own.cursorOf(FIRST)).toMatchObject({ number: 120, serial: 150 });
  expect(await tableInUse(own.deps)).toBe(FIRST);
});

test('going back before the switch restarts the stopped workers and switches nothing', async () => {
  const own = await world({ isWrong: true });
  await expect(restored(own)).rejects.toThrow();
  const state = await readState(own.deps);
  if (!state) throw new Error('no state');
  await goBack(own.deps, state, false);
  expectInUse(own, FIRST);
  expect(await readState(own.deps)).toBeUndefined();
});

test('once confirmed, another restore can begin, and never takes the earlier table', async () => {
  const own = await world();
  const { table } = await restored(own);
  const state = await readState(own.deps);
  if (!state) throw new Error('no state');
  await confirm(own.deps, state);
  expect(await readState(own.deps)).toBeUndefined();
  const next = await planRestore(own.deps, own.at);
  expect(next.previous).toBe(table);
  expect(next.table).not.toBe(table);
});

test("a restore takes the name of the stack's own table once that was deleted", async () => {
  const own = await world();
  await restored(own);
  const state = await readState(own.deps);
  if (!state) throw new Error('no state');
  await confirm(own.deps, state);
  own.server.tables.delete(FIRST);
  expect((await planRestore(own.deps, own.at)).table).toBe(FIRST);
});

test('a restore that ends at any call continues to the same result', async () => {
  const whole = await world();
  await restored(whole);
  const MUTATES = /RestoreTable|^dynamodb Update|PutParameter|UpdateStack|^lambda \/|BatchWrite/;
  const changes = whole.server.calls.filter((call) => MUTATES.test(call)).length;
  expect(changes).toBeGreaterThan(30);
  for (let nth = 1; nth <= changes; nth += 1) {
    const own = await world();
    let seen = 0;
    own.server.refuse((call) => MUTATES.test(call) && ++seen === nth);
    const { bytes: _, ...plan } = await planRestore(own.deps, own.at);
    const ended = await runRestore(own.deps, plan, false).then(
      () => false,
      () => true,
    );
    expect([nth, ended]).toEqual([nth, true]);
    own.server.refuse(() => false);
    const state = (await readState(own.deps)) ?? plan;
    await runRestore(own.deps, state, false);
    expectInUse(own, plan.table);
    expect(await own.cursorOf(plan.table)).toMatchObject({ number: 100, serial: 131 });
  }
});

test('the command prints the plan and its price, changes nothing, and rejects invalid requests', async () => {
  const own = await world();
  const file = join(mkdtempSync(join(tmpdir(), 'restore-')), 'config.json');
  writeFileSync(file, JSON.stringify(CONFIG));
  const { region, endpoint, credentials } = own.server.settings;
  const env = {
    ...process.env,
    ...{ AWS_REGION: region, AWS_ENDPOINT_URL: endpoint },
    ...{ AWS_ACCESS_KEY_ID: credentials.accessKeyId, AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey },
  };
  const run = (...args: string[]) =>
    promisify(execFile)(process.execPath, ['bin/start.mjs', 'cli', 'restore', '--config', file, ...args], { env }).then(
      ({ stdout }) => stdout,
      ({ stderr }: { stderr: string }) => stderr,
    );
  const moment = new Date(own.at).toISOString().replace('.000', '');
  const [plan, noZone, early, none] = await Promise.all([
    run('--to', moment),
    run('--to', '2026-11-26 03:00'),
    run('--to', '2020-01-01T00:00Z'),
    run('--back'),
  ]);
  expect(plan).toContain(`Restore ${FIRST} as of ${new Date(own.at).toISOString()} to ${FIRST}-`);
  expect(plan).toContain('AWS restores 2.0 GB (about $0.30, and $0.50 a month while both tables exist)');
  expect(plan).toContain('Nothing was changed. Add --run to do this.');
  expect(noZone).toBe('--to 2026-11-26 03:00 must be a moment with a time zone, such as 2026-11-26T03:00Z\n');
  expect(early).toContain('can be restored to any second from');
  expect(none).toBe('no restore is in progress or waits for a confirmation\n');
  expect(own.server.tables.size).toBe(1);
  expect(own.server.calls.filter((call) => /Put|Update|Restore|^lambda/.test(call))).toEqual([]);
});

test('a restore that ended while it switched prepares nothing again, as followers may write by then', async () => {
  const own = await world();
  let updates = 0;
  own.server.refuse((call) => call.includes('UpdateStack') && ++updates === 4);
  await expect(restored(own)).rejects.toThrow();
  own.server.refuse(() => false);
  own.server.calls.length = 0;
  const state = await readState(own.deps);
  if (!state) throw new Error('no state');
  await runRestore(own.deps, state, false);
  expect(own.server.calls.filter((call) => /BatchWrite|RestoreTable|dynamodb Update/.test(call))).toEqual([]);
  expectInUse(own, state.table);
});

test('an operation that ends while the stacks are switched is carried over', async () => {
  const own = await world();
  const item = { pk: 'op#team-1', sk: 'op_2', s: 'COMPLETED', u: 9 };
  own.server.refuse((call) => {
    if (call.includes('UpdateStack')) void own.openTable(FIRST).write([{ put: item }]);
    return false;
  });
  const { table } = await restored(own);
  expect(await own.openTable(table).get({ pk: 'op#team-1', sk: 'op_2' }, true)).toMatchObject(item);
});

test('going back that was interrupted continues in the same direction', async () => {
  const own = await world();
  await restored(own);
  const state = await readState(own.deps);
  if (!state) throw new Error('no state');
  own.server.refuse((call) => call.includes('concurrency'));
  await expect(goBack(own.deps, state, false)).rejects.toThrow();
  own.server.refuse(() => false);
  const interrupted = await readState(own.deps);
  if (!interrupted) throw new Error('no state');
  await goBack(own.deps, interrupted, false);
  expectInUse(own, FIRST);
});

test('a stack that is being updated is updated again once that ends', async () => {
  const own = await world();
  const stack = own.server.stacks.get('chain-data-api');
  if (!stack) throw new Error('no stack');
  own.server.refuse((call) => {
    if (call.includes('RestoreTable')) stack.status = 'UPDATE_COMPLETE_CLEANUP_IN_PROGRESS';
    return false;
  });
  const sleep = own.deps.timer.sleep;
  const timer = {
    ...own.deps.timer,
    sleep: async (ms: number) => {
      if (own.server.calls.some((call) => call.includes('UpdateStack'))) stack.status = 'UPDATE_COMPLETE';
      return sleep(ms);
    },
  };
  const { bytes: _, ...plan } = await planRestore(own.deps, own.at);
  await runRestore({ ...own.deps, timer }, plan, false);
  expectInUse(own, plan.table);
});

test('messages that are to be created again wait in the queue before its worker starts', async () => {
  const own = await world();
  const open = { S: JSON.stringify({ serial: 90, path: [[0, 1, 90]], ahead: [] }) };
  own.changeMoment((item) => (JSON.stringify(item).includes('"wp#') ? { ...item, m: open } : item));
  await restored(own);
  expect(own.sent).toEqual([
    { rematch: { chain: CHAIN, from: 90, to: 100 } },
    { releaseRest: { chain: CHAIN, number: 100 } },
  ]);
});

test('a carried partition equals the other, with later items added, changed and deleted', async () => {
  const own = await world();
  const replaced = own.openTable(FIRST);
  const { table } = await restored(own);
  const next = own.openTable(table);
  await replaced.write([1, 2, 3].map((n) => ({ put: { pk: 'uh#team-1', sk: `00${n}`, n } })));
  await next.write([{ put: { pk: 'uh#team-1', sk: '001', n: 9 } }, { put: { pk: 'uh#team-1', sk: '004', n: 4 } }]);
  await carryPartition({ replaced, restored: next }, 'uh#team-1', '002');
  const range = { pk: 'uh#team-1', low: '0', high: '9', ascending: true, limit: 10 };
  expect((await next.query(range)).items.map(({ n }) => n)).toEqual([9, 2, 3]);
});
