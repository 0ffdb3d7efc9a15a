import { type Anvil, startAnvil } from '../../demo/anvil';
import { createDynamoClient } from '../../lambdas/core/table/dynamo-client';
import { createPlainTable } from '../../lambdas/core/table/plain-table';
import { FULL } from '../support/full';
import { mine, rpc } from '../support/node/anvil';
import { tokenTraffic } from '../support/node/token-traffic';
import { getCredentials } from '../support/runner-token';
import { type Ended, runCli } from '../support/service/command';
import { dump } from '../support/service/dump';
import { removeFolders, Service, wait } from '../support/service/service';

const CHAIN = '31337';
const DEPTH = 20;
const BLOCKS = FULL ? 40 : 8;

let anvil: Anvil;
let service: Service;
beforeAll(async () => {
  anvil = await startAnvil({ chainId: Number(CHAIN) });
});
afterAll(async () => {
  await service?.stop();
  await anvil?.stop();
  removeFolders();
});

const rederive = (...args: string[]): Promise<Ended> => runCli(service, 'rederive', '--chain', CHAIN, ...args);
async function done(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await rederive(...args);
  if (code !== 0) throw new Error(`rederive ${args.join(' ')}: ${stderr}`);
  return stdout;
}

const plain = () => {
  const { awsUrls, token } = service.urls;
  const options = { endpoint: awsUrls.dynamodb, region: 'us-east-1', credentials: getCredentials(token) };
  return createPlainTable('chain-data-table', createDynamoClient(options));
};

/** Rows of blocks, by the keys of the first copy. */
const factRows = async () =>
  new Map([...(await dump(service, /^(h|l|f|x|a|k|tm)#/))].filter(([name]) => !name.endsWith('~m')));

/** Steps at which a kill must do no harm. */
const KILLS = [
  { name: 'part moved', call: 'dynamodb:UpdateItem', contains: '"#i":"i"', nth: 1, when: 'before' },
  { name: 'rows written', call: 'dynamodb:BatchWriteItem', contains: `#${CHAIN}.2`, nth: 3, when: 'after' },
  { name: 'part moved on', call: 'dynamodb:UpdateItem', contains: '"#i":"i"', nth: 1, when: 'after' },
] as const;
const CHOSEN = FULL ? KILLS : KILLS.slice(0, 1);

interface State {
  readonly round?: number;
  readonly parts?: readonly { readonly round: number; readonly doneAt?: number; readonly lastError?: string }[];
}

/** Workers start once a minute, and at the start of the service. */
async function restarted(): Promise<void> {
  await service.kill();
  await service.start();
}

async function whole(): Promise<void> {
  for (const until = Date.now() + 180_000; ; await wait(500)) {
    const { round, parts = [] } = JSON.parse(await done('--json')) as State;
    if (parts.every((part) => part.round === round && part.doneAt !== undefined)) return;
    if (Date.now() > until) throw new Error(`not done: ${JSON.stringify(parts)} ${service.output}`);
  }
}

async function round(...args: string[]): Promise<void> {
  await done(...args, '--json');
  await restarted();
  await whole();
}

/** Pages of one row each, of a list that goes on while the copies change places. */
async function walked(path: string): Promise<string[]> {
  const rows = await service.all(path, 'transactions', 1);
  return rows.map((row) => JSON.stringify(row));
}

test('rows are derived again beside the ones in use, compared, switched, returned and dropped, while readers page', async () => {
  await rpc(anvil.url, 'evm_setAutomine', [false]);
  await tokenTraffic(anvil.url, 1, BLOCKS);
  await mine(anvil.url, 130);
  const traffic = await tokenTraffic(anvil.url, 2, BLOCKS);
  await mine(anvil.url, DEPTH);
  const top = Number(await rpc(anvil.url, 'eth_blockNumber', []));
  const chain = { chainId: CHAIN, network: 'testnet', rpcUrl: anvil.url, finalityDepth: DEPTH, backfillWorkers: 2 };
  service = new Service({ chains: [{ ...chain, startBlock: top - DEPTH - 10 }] });
  await service.start();
  await service.indexed(CHAIN, top);
  await runCli(service, 'backfill', '--chain', CHAIN, '--json');
  await restarted();
  expect((await runCli(service, 'backfill', '--chain', CHAIN)).code).toBe(0);

  // A fault of decoding: rows are missing, and one has other contents.
  const indexed = await factRows();
  const holder = (traffic.pairs[0]?.holder ?? '').toLowerCase();
  const path = `/v1/chains/${CHAIN}/addresses/${holder}/transactions:listErc20`;
  const right = await walked(path);
  const own = [...indexed].filter(([name]) => name.startsWith(`a#${CHAIN}#${holder} 2#`)).map(([name]) => name);
  expect(own.length).toBeGreaterThan(4);
  const [lost, other] = [own.slice(0, 3), own[3] ?? ''];
  const keyOf = (name: string) => ({ pk: name.split(' ')[0] ?? '', sk: name.split(' ')[1] ?? '' });
  await plain().write(lost.map((name) => ({ delete: keyOf(name) })));
  const item = await plain().get(keyOf(other));
  await plain().write([{ put: { ...item, ...keyOf(other), t: Number(item?.t) + 1 } }]);
  const faulty = await walked(path);
  expect(faulty.length).toBeLessThan(right.length);

  const plan = await done();
  expect(plan).toMatch(/Derive transactions, tokens, traces, teleporter of blocks 0 to \d+ again/);
  expect(plan).toContain('Nothing is changed yet');
  await done('--run', '--json');
  for (const { name, ...step } of CHOSEN) {
    await service.kill();
    await service.start();
    await service.breakAt(step);
    expect([name, await service.endedWithin(120_000)]).toEqual([name, true]);
    await service.start();
  }
  await restarted();
  await whole();
  expect(await done()).toContain('derived. Compare the rows with those in use: --compare');
  expect(await rederive('--switch')).toMatchObject({ code: 1, stderr: expect.stringContaining('compare the rows') });
  await round('--compare');
  expect(await done()).toContain('compared, with differences');
  const compared = await done('--compare');
  expect(compared).toMatch(/AddressErc20 +1 changed, 3 added, 0 no longer derived/);
  for (const name of lost) expect(compared).toContain(`added: AddressErc20 ${name}`);
  expect(compared).toContain(`changed: AddressErc20 ${other}`);
  expect(compared.match(/changed, \d+ added/g)).toHaveLength(1);

  // Row by row as indexed before the fault.
  const last = Number(/blocks 0 to (\d+)/.exec(plan)?.[1]);
  const derived = await factRows();
  let equal = 0;
  for (const [name, value] of indexed) {
    const block = blockIn(name);
    if (block === undefined || block > last || /^[hlf]#/.test(name)) continue;
    const second = name.replace(`#${CHAIN}#`, `#${CHAIN}.2#`);
    expect([second, derived.get(second)]).toEqual([second, value]);
    equal++;
  }
  expect(equal).toBeGreaterThan(100);

  expect(await walked(path)).toEqual(faulty);
  let reading = true;
  const walks: string[][] = [];
  const readers = (async () => {
    while (reading || walks.length < 3) walks.push(await walked(path));
  })();
  await wait(1_000);
  await done('--switch', '--json');
  await wait(1_000);
  reading = false;
  await readers;
  const known = new Set([...faulty, ...right]);
  for (const walk of walks) {
    // What both copies have is in every walk once, whenever the switch came.
    for (const row of faulty.filter((one) => right.includes(one)))
      expect(walk.filter((one) => one === row)).toEqual([row]);
    for (const row of walk) expect(known.has(row)).toBe(true);
  }
  expect(await walked(path)).toEqual(right);
  await done('--back', '--json');
  expect(await walked(path)).toEqual(faulty);
  await round('--switch');
  expect(await walked(path)).toEqual(right);
  await round('--drop');
  expect(await walked(path)).toEqual(right);
  const { code, stderr } = await rederive('--compare');
  expect([code, stderr]).toEqual([1, expect.stringContaining('has no re-derivation')]);
  const left = await factRows();
  const names = (all: Iterable<string>) => [...all].filter((name) => (blockIn(name) ?? top) <= last).length;
  expect(names(left.keys())).toBe(names(indexed.keys()));
});

function blockIn(name: string): number | undefined {
  const [pk = '', sk = ''] = name.split(' ');
  if (pk.startsWith('x#') || pk.startsWith('tm#')) return undefined;
  const digits = /\d{10}/.exec(sk)?.[0];
  return digits === undefined ? undefined : Number(digits);
}
