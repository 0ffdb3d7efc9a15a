import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Anvil, startAnvil } from '../../demo/anvil';
import { compileContracts } from '../../demo/compile';
import { type Deployed, deployContracts } from '../../demo/deploy';
import { getAddress, seededRandom } from '../../demo/random';
import { getResult, quantity, rpc, rpcBatch } from '../../demo/rpc';
import { startTraffic } from '../../demo/traffic';
import { ACTIONS } from '../../lambdas/etherscan/contract/actions';
import { PARAMETERS } from '../../lambdas/etherscan/contract/parameters';
import { FULL } from '../support/full';
import { mine, reorg } from '../support/node/anvil';
import { type PlainReceipt, plainTransfers } from '../support/oracles/plain-transfers';
import { type Json, removeFolders, Service, wait } from '../support/service/service';

/** One that ethers knows. */
const CHAIN = 43_114;
const ADDRESSES = FULL ? 1_000 : 100;
const GENERATED = FULL ? 10_000 : 600;
/** Below the burst, so that the quota ends first. */
const FREE_QUOTA = 90;
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

interface Receipt extends PlainReceipt {
  readonly blockNumber: string;
  readonly transactionIndex: string;
  readonly from: string;
  readonly to: string | null;
  readonly contractAddress: string | null;
}
type Row = Readonly<Record<string, string>>;

let anvil: Anvil;
let service: Service;
let contracts: Deployed;
const addresses = Array.from({ length: ADDRESSES }, (_, i) => getAddress(`etherscan ${i}`).toLowerCase());

async function ask(query: string, key = service.urls.apiKeys.pro): Promise<Json> {
  const response = await fetch(`${service.urls.dataUrl}/v2/api?chainid=${CHAIN}&${query}`, {
    headers: key === undefined ? {} : { 'x-service-api-key': key },
  });
  expect([query, response.status]).toEqual([query, 200]);
  return (await response.json()) as Json;
}
async function rowsOf(query: string): Promise<readonly Row[]> {
  const { message, result } = await ask(query);
  if (!Array.isArray(result)) throw new Error(`${query}: ${message}: ${String(result)}`);
  return result as Row[];
}
const txlist = (address: string, more = '') => rowsOf(`module=account&action=txlist&address=${address}${more}`);
const head = async () => Number(await rpc(anvil.url, 'eth_blockNumber'));

/** Every receipt of the chain up to a block, oldest first. */
async function receiptsTo(block: number): Promise<Receipt[]> {
  const receipts: Receipt[] = [];
  for (let from = 0; from <= block; from += 50) {
    const numbers = Array.from({ length: Math.min(50, block - from + 1) }, (_, i) => from + i);
    const answers = await rpcBatch(
      anvil.url,
      numbers.map((number) => ['eth_getBlockReceipts', [quantity(number)]]),
    );
    receipts.push(...answers.flatMap((answer) => getResult('eth_getBlockReceipts', answer) as Receipt[]));
  }
  return receipts;
}
const isOf =
  (address: string) =>
  ({ from, to, contractAddress }: Receipt) =>
    [from, to, contractAddress].some((party) => party?.toLowerCase() === address);
const hashes = (rows: readonly { readonly transactionHash: string }[]) => rows.map((row) => row.transactionHash);

beforeAll(async () => {
  anvil = await startAnvil({ chainId: CHAIN });
  const compiled = await compileContracts();
  contracts = await deployContracts(anvil.url, compiled);
  await rpc(anvil.url, 'evm_setAutomine', [false]);
  const random = seededRandom(50);
  const accounts = await rpc<string[]>(anvil.url, 'eth_accounts');
  for (let at = 0; at < addresses.length; at += 50) {
    const sends = addresses.slice(at, at + 50).flatMap((to, i) =>
      Array.from({ length: 1 + Math.floor(random() * 3) }, () => ({
        ...{ from: accounts[i % accounts.length], to, value: '0x1', gas: '0x5208' },
      })),
    );
    for (const send of sends) await rpc(anvil.url, 'eth_sendTransaction', [send]);
    await mine(anvil.url, 1);
  }
  const traffic = startTraffic({ url: anvil.url, contracts, crate: compiled.Crate, seed: 5 });
  service = await new Service({
    plans: {
      anonymous: { rate: 5, burst: 50, quotaPerDay: FREE_QUOTA },
      free: { rate: 20, burst: 100, quotaPerDay: FREE_QUOTA },
    },
    chains: [{ chainId: String(CHAIN), rpcUrl: anvil.url, traces: true, pollIntervalMs: 200, finalityDepth: 32 }],
  }).start();
  // Not automine: beside traces and calls, anvil then stops answering now and then.
  for (let i = 0; i < 8; i++) {
    await wait(500);
    await mine(anvil.url, 1);
  }
  await traffic.stop();
  await mine(anvil.url, 1);
  await service.indexed(String(CHAIN), await head());
});
afterAll(async () => {
  await service?.stop();
  await anvil?.stop();
  removeFolders();
});

describe('the Etherscan dialect', () => {
  test('ethers reads balances, code, blocks, histories and calls, with the key in the query and in forms', async () => {
    const { firstVersion, secondVersion } = await import(
      pathToFileURL(resolve('test/client/etherscan-providers.mjs')).href
    );
    const { dataUrl, apiKeys } = service.urls;
    const first = firstVersion(dataUrl, { chainId: CHAIN, name: 'avalanche' }, apiKeys.pro);
    const second = secondVersion(dataUrl, CHAIN, apiKeys.base);
    const [sender = ''] = await rpc<string[]>(anvil.url, 'eth_accounts');
    const one = addresses[0] ?? '';
    const own = (await receiptsTo(await head())).filter(isOf(one));
    const history = await first.getHistory(one);
    expect(history.map(({ hash }: { hash: string }) => hash)).toEqual(hashes(own));
    for (const provider of [first, second]) {
      expect(BigInt(await provider.getBalance(one))).toBe(
        BigInt(await rpc<string>(anvil.url, 'eth_getBalance', [one, 'latest'])),
      );
      expect(await provider.getCode(contracts.token)).toBe(
        await rpc(anvil.url, 'eth_getCode', [contracts.token, 'latest']),
      );
      expect(await provider.getTransactionCount(sender)).toBeGreaterThan(0);
      expect(await provider.getBlock(1)).toMatchObject({ number: 1 });
      expect(await provider.getTransactionReceipt(own[0]?.transactionHash)).toMatchObject({ status: 1 });
      expect(BigInt(await provider.call({ to: contracts.token, data: '0x18160ddd' }))).toBeGreaterThan(0n);
      expect(BigInt(await provider.estimateGas({ to: one, value: 1 }))).toBe(21_000n);
    }
    const overdrawn = { to: contracts.token, data: `0xa9059cbb${'0'.repeat(63)}1${'f'.repeat(64)}` };
    // The contract's own error, which callers decode.
    expect(await first.call(overdrawn)).toMatch(/^0x[0-9a-f]{8}/);
    const fromFirst = await first.getLogs({
      fromBlock: 0,
      toBlock: 'latest',
      address: contracts.token,
      topics: [TRANSFER],
    });
    expect(fromFirst.length).toBeGreaterThan(0);
  });

  test('verification tools and tax tools read their fields', async () => {
    const source = await ask(`module=contract&action=getsourcecode&address=${contracts.token}`);
    expect(source).toMatchObject({ message: 'OK', result: [{ SourceCode: '' }] });
    expect(await ask(`module=contract&action=getabi&address=${contracts.token}`)).toEqual({
      status: '0',
      message: 'NOTOK',
      result: 'Contract source code not verified',
    });
    const [internal] = await rowsOf(
      'module=account&action=txlistinternal&page=1&offset=1&startblock=0&endblock=99999999',
    );
    // As rotki parses them: whole numbers, `traceId` included.
    for (const field of ['blockNumber', 'timeStamp', 'value', 'gas', 'gasUsed', 'traceId'])
      expect([field, internal?.[field]]).toEqual([field, expect.stringMatching(/^\d+$/)]);
    const [row] = await txlist(addresses[0] ?? '');
    for (const field of [
      'nonce',
      'gasPrice',
      'gas',
      'gasUsed',
      'cumulativeGasUsed',
      'transactionIndex',
      'confirmations',
    ])
      expect([field, row?.[field]]).toEqual([field, expect.stringMatching(/^\d+$/)]);
  });

  test(`${ADDRESSES} addresses have the same transactions as in /v1 and on the node`, async () => {
    const receipts = await receiptsTo(await head());
    for (const address of [...addresses, contracts.token.toLowerCase()]) {
      const expected = hashes(receipts.filter(isOf(address)));
      const rows = await txlist(address);
      expect([address, rows.map(({ hash }) => hash)]).toEqual([address, expected]);
      const own = await service.all(
        `/v1/chains/${CHAIN}/addresses/${address}/transactions:listNative`,
        'transactions',
        100,
      );
      expect(own.map(({ txHash }) => txHash).toReversed()).toEqual(expected);
      for (const row of rows) {
        const receipt = receipts.find(({ transactionHash }) => transactionHash === row.hash) as Json | undefined;
        expect(row.cumulativeGasUsed).toBe(String(Number(receipt?.cumulativeGasUsed)));
        expect(row.contractAddress).toBe(receipt?.contractAddress ?? '');
      }
    }
    const name = ({ hash, from, to, value }: Row) => [hash, from, to, value].join(' ');
    const token = contracts.token.toLowerCase();
    const moved = plainTransfers(receipts).filter((transfer) => transfer.kind === 'ERC-20' && transfer.token === token);
    expect((await rowsOf(`module=account&action=tokentx&contractaddress=${token}`)).map(name)).toEqual(
      moved.map(({ txHash, from, to, value }) => [txHash, from, to, value].join(' ')),
    );
  });

  test('a walk through a growing list has each row once, also across a kill', async () => {
    const [sender = ''] = (await rpc<string[]>(anvil.url, 'eth_accounts')).map((one) => one.toLowerCase());
    const walk = async (sort: string) => {
      const before = await head();
      await service.indexed(String(CHAIN), before);
      const seen: string[] = [];
      for (let page = 1; ; page++) {
        const rows = await txlist(sender, `&page=${page}&offset=7&sort=${sort}`);
        seen.push(...rows.map(({ hash = '' }) => hash));
        if (rows.length < 7) return { seen, before };
        if (page % 3 === 0) {
          const [from] = await rpc<string[]>(anvil.url, 'eth_accounts');
          await rpc(anvil.url, 'eth_sendTransaction', [{ from, to: addresses[0], value: '0x1', gas: '0x5208' }]);
          await mine(anvil.url, 1);
        }
        if (page === 4) {
          await service.kill();
          await service.start();
        }
      }
    };
    const newestFirst = await walk('desc');
    const known = hashes((await receiptsTo(newestFirst.before)).filter(isOf(sender)));
    expect(newestFirst.seen).toEqual(known.toReversed());
    const oldestFirst = await walk('asc');
    const last = hashes((await receiptsTo(await head())).filter(isOf(sender)));
    expect(new Set(oldestFirst.seen).size).toBe(oldestFirst.seen.length);
    // Blocks that were produced during the last page may be missing.
    expect(last.slice(0, oldestFirst.seen.length)).toEqual(oldestFirst.seen);
    expect(oldestFirst.seen.length).toBeGreaterThanOrEqual(
      hashes((await receiptsTo(oldestFirst.before)).filter(isOf(sender))).length,
    );
  });

  test('a replaced block leaves the lists, and its successor enters them', async () => {
    const to = addresses[1] ?? '';
    const [from = ''] = await rpc<string[]>(anvil.url, 'eth_accounts');
    await rpc(anvil.url, 'eth_sendTransaction', [{ from, to, value: '0x1', gas: '0x5208' }]);
    await mine(anvil.url, 1);
    await service.indexed(String(CHAIN), await head());
    const orphan = (await txlist(to, '&sort=desc'))[0]?.hash;
    await reorg(anvil.url, 2, [[{ from, to, value: '0x2' }, 0]]);
    await mine(anvil.url, 1);
    await service.indexed(String(CHAIN), await head());
    const rows = await txlist(to, '&sort=desc');
    expect(rows[0]).toMatchObject({ value: '2' });
    expect(rows.map(({ hash }) => hash)).not.toContain(orphan);
    expect(rows.map(({ hash }) => hash).toReversed()).toEqual(
      hashes((await receiptsTo(await head())).filter(isOf(to))),
    );
  });

  test('a key counts the same in the header, the query and a form, is refused by its plan, and is never logged', async () => {
    const { dataUrl, apiKeys } = service.urls;
    const form = (key: string) => `module=account&action=balance&address=${addresses[0]}&apikey=${key}`;
    const post = (key: string) =>
      fetch(`${dataUrl}/v2/api?chainid=${CHAIN}`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: form(key),
      });
    const get = (key: string) => fetch(`${dataUrl}/v2/api?chainid=${CHAIN}&${form(key)}`);
    const statuses: number[] = [];
    for (let i = 0; i < FREE_QUOTA; i++) statuses.push((await (i % 2 === 0 ? get : post)(apiKeys.free)).status);
    expect(statuses).toEqual(statuses.map(() => 200));
    for (const send of [get, post]) {
      const refused = await send(apiKeys.free);
      expect([refused.status, await refused.json()]).toEqual([
        429,
        expect.objectContaining({ status: '0', result: 'Max daily rate limit reached' }),
      ]);
      const unknown = await send('free_local_abcdefghijklmnopqrstuvwxyz012345');
      expect([unknown.status, await unknown.json()]).toEqual([
        401,
        expect.objectContaining({ result: 'Invalid API Key' }),
      ]);
      expect((await send('')).status).toBe(200);
    }
    expect((await post('k\u00e9y')).status).toBe(200);
    const files = (dir: string): string[] =>
      readdirSync(dir).flatMap((name) => {
        const path = join(dir, name);
        return statSync(path).isDirectory() ? files(path) : [path];
      });
    const logs = files(join(service.dir, 'data', 'logs'));
    expect(logs.some((path) => /etherscan/.test(path))).toBe(true);
    for (const path of logs) expect([path, readFileSync(path, 'utf8').includes(apiKeys.free)]).toEqual([path, false]);
  });

  test('the rate of a plan is answered with the text that clients wait at', async () => {
    const { dataUrl } = service.urls;
    const answers = await Promise.all(
      Array.from({ length: 200 }, async () => {
        const response = await fetch(`${dataUrl}/api?module=proxy&action=eth_blockNumber`);
        return { status: response.status, body: (await response.json()) as Json };
      }),
    );
    const limited = answers.filter(({ status }) => status === 429);
    expect(limited.length).toBeGreaterThan(0);
    for (const { body } of limited)
      expect(body).toMatchObject({ status: '0', result: 'Max calls per sec rate limit reached' });
    await wait(1_500);
  });

  test(`${GENERATED} generated requests have the form of the dialect, and none fails`, async () => {
    const random = seededRandom(7);
    const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
    const modules = Object.entries(ACTIONS).flatMap(([module, actions]) =>
      Object.keys(actions).map((action) => [module, action] as const),
    );
    const values = [
      ...[
        '',
        '0',
        '1',
        '-1',
        '5',
        '99999999',
        '10000',
        '1e9',
        '0x',
        '0x1',
        'latest',
        'pending',
        'true',
        'or',
        'asc',
        'desc',
        'before',
      ],
      ...[
        addresses[0],
        contracts.token,
        `${addresses[0]},${addresses[1]}`,
        `0x${'ab'.repeat(32)}`,
        TRANSFER,
        '💥',
        "'",
        '%00',
        '[object]',
      ],
    ] as string[];
    const names = Object.keys(PARAMETERS).filter((name) => name !== 'apikey');
    for (let i = 0; i < GENERATED; i++) {
      const [module, action] = random() < 0.95 ? pick(modules) : [pick(values), pick(values)];
      const query = new URLSearchParams({ module, action, ...(random() < 0.8 ? { chainid: String(CHAIN) } : {}) });
      for (let n = Math.floor(random() * 6); n > 0; n--) query.append(pick(names), pick(values));
      if (random() < 0.7) query.append('address', pick([addresses[0] ?? '', contracts.token]));
      const path = pick(['/api', '/v2/api']);
      const isForm = random() < 0.2;
      const response = await fetch(`${service.urls.dataUrl}${path}${isForm ? '' : `?${query}`}`, {
        headers: { 'x-service-api-key': service.urls.apiKeys.pro },
        ...(isForm ? { method: 'POST', body: query } : {}),
      });
      const body = (await response.json()) as Json;
      const isPassed = body.jsonrpc === '2.0' && ('result' in body || 'error' in body);
      const isAnswer = /^[01]$/.test(String(body.status)) && typeof body.message === 'string' && 'result' in body;
      expect([String(query), response.status, isPassed || isAnswer]).toEqual([String(query), 200, true]);
    }
  });
});
