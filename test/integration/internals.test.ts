import type { Address, Hex } from 'viem';
import { getContractAddress } from 'viem/utils';
import { type Anvil, startAnvil } from '../../demo/anvil';
import { calls } from '../../demo/calls';
import { compileContracts } from '../../demo/compile';
import { deployContracts } from '../../demo/deploy';
import { getAddress, seededRandom } from '../../demo/random';
import { getResult, quantity, rpc, rpcBatch } from '../../demo/rpc';
import { FULL } from '../support/full';
import { reorg } from '../support/node/anvil';
import { drawScript, players } from '../support/node/player';
import { traceProxy } from '../support/node/trace-proxy';
import { type Block, book, type Receipt } from '../support/oracles/ledger';
import { runCli } from '../support/service/command';
import { difference, dump } from '../support/service/dump';
import { type Json, removeFolders, Service, wait } from '../support/service/service';

const CHAIN = '31337';
const SCRIPTS = FULL ? 60 : 6;
const heir = getAddress('heir') as Address;

let anvil: Anvil;
let service: Service;
let accounts: Address[];
let people: Address[];
let workshop: Address;
let script: Awaited<ReturnType<typeof players>>;
const random = seededRandom(20_261_122);

interface Send {
  readonly to?: Address | undefined;
  readonly data: Hex;
  readonly value?: bigint;
}

/** Mines the transactions in one block, each from a different account. */
async function mine(...sends: readonly Send[]): Promise<void> {
  const answers = await rpcBatch(
    anvil.url,
    sends.map(({ value = 0n, ...send }, i) => [
      'eth_sendTransaction',
      [{ ...send, from: accounts[i], value: quantity(value), gas: quantity(16_000_000) }],
    ]),
  );
  for (const answer of answers) getResult('eth_sendTransaction', answer);
  await rpc(anvil.url, 'evm_mine');
}

/** Blocks of random scripts: nested calls, reverts, creations by contracts, self-destructs. */
async function play(blocks: number): Promise<void> {
  const cast = { players: people, heir };
  for (let i = 0; i < blocks; i++)
    await mine(
      ...[...people, undefined].map((to): Send => {
        const steps = drawScript(random, cast, to ? 4 : 2, to !== undefined);
        return { to, data: to ? script.play(steps) : script.create(steps), value: BigInt(Math.floor(random() * 300)) };
      }),
    );
}

beforeEach(async () => {
  anvil = await startAnvil({ chainId: Number(CHAIN), extraArgs: ['--gas-limit', '200000000'] });
  accounts = await rpc<Address[]>(anvil.url, 'eth_accounts');
  script = await players();
  ({ workshop } = await deployContracts(anvil.url, await compileContracts()));
  await rpc(anvil.url, 'evm_setAutomine', [false]);
  await mine(...[1, 2, 3].map(() => ({ data: script.create([]), value: 1_000n })));
  const receipts = await rpc<Receipt[]>(anvil.url, 'eth_getBlockReceipts', ['latest']);
  people = receipts.flatMap(({ contractAddress }) => contractAddress ?? []);
});
afterEach(async () => {
  await service?.stop();
  await anvil?.stop();
  removeFolders();
});

// Nothing is final, so that every block's rows have native balances, which are read only near the head.
const config = (rpcUrl = anvil.url, more: Json = {}) => ({
  chains: [{ chainId: CHAIN, network: 'testnet', rpcUrl, traces: true, finalityDepth: 1_000, ...more }],
});
const head = async () => Number(await rpc<string>(anvil.url, 'eth_blockNumber'));
const chainHealth = async (of = service) =>
  ((await of.get<{ details: Record<string, Json> }>('/v1/health-check')).body.details?.[`chain-${CHAIN}`] ?? {}) as {
    indexedBlock?: number;
    tracedBlock?: number;
    tracedFrom?: number;
    backfill?: Json;
  };

/** Waits until the cursor and the trace cursor are at the node's head, in every function. */
async function traced(of = service): Promise<void> {
  for (const until = Date.now() + 60_000; ; await wait(200)) {
    const top = await head();
    const { hash } = await rpc<{ hash: string }>(anvil.url, 'eth_getBlockByNumber', ['latest', false]);
    const { body } = await of.get<{ blocks?: Json[] }>(`/v1/chains/${CHAIN}/blocks?pageSize=1`);
    const { tracedBlock } = await chainHealth(of);
    if (body.blocks?.[0]?.blockHash === hash && tracedBlock === top) return wait(1_000);
    if (Date.now() > until) throw new Error(`not traced to ${top}: ${tracedBlock} ${of.output}`);
  }
}

interface Internal {
  readonly blockNumber: string;
  readonly txHash: string;
  readonly from: { readonly address: string };
  readonly to: { readonly address: string };
  readonly value: string;
  readonly internalTxType: string;
  readonly isReverted: boolean;
}
const getInternals = async (address: string) =>
  (await service.all(
    `/v1/chains/${CHAIN}/addresses/${address}/transactions:listInternals`,
    'transactions',
    7,
  )) as unknown as Internal[];
const getWith = (rows: readonly Internal[]) =>
  rows.map(({ from, to, value, internalTxType }) => ({
    from: from.address.toLowerCase(),
    to: to.address.toLowerCase(),
    value: BigInt(value),
    type: internalTxType,
  }));

/** Every block with its receipts, from the node. */
async function chain(): Promise<{ block: Block; receipts: Receipt[] }[]> {
  const top = await head();
  return Promise.all(
    Array.from({ length: top + 1 }, async (_, n) => ({
      block: await rpc<Block>(anvil.url, 'eth_getBlockByNumber', [quantity(n), true]),
      receipts: await rpc<Receipt[]>(anvil.url, 'eth_getBlockReceipts', [quantity(n)]),
    })),
  );
}

/** Checks that the API's internal transactions, with values and fees, add up to every balance of the node. */
async function balancesFollow(): Promise<number> {
  const blocks = await chain();
  const ledger = new Map<string, bigint>();
  const told = new Map<string, Internal[]>();
  const seen = new Set<string>([...accounts, ...people, heir].map((address) => address.toLowerCase()));
  let count = 0;
  for (const { block, receipts } of blocks) {
    const internalTxs = [];
    const answers = await Promise.all(
      block.transactions.map(({ hash }) => service.get<Json>(`/v1/chains/${CHAIN}/transactions/${hash}`)),
    );
    for (const [i, { hash }] of block.transactions.entries()) {
      const rows = answers[i]?.body.internalTransactions as Internal[];
      told.set(hash, rows);
      for (const row of getWith(rows)) internalTxs.push({ ...row, tx: 0, row: count++, gasUsed: 0n, gasLimit: 0n });
    }
    for (const { from, to, contractAddress } of receipts)
      for (const party of [from, to, contractAddress]) if (party) seen.add(party.toLowerCase());
    for (const { from, to } of internalTxs) seen.add(from).add(to);
    book(ledger, { block, receipts, internalTxs: internalTxs as never });
  }
  const touched = [...seen];
  const at = async (tag: string) =>
    (
      await rpcBatch(
        anvil.url,
        touched.map((address) => ['eth_getBalance', [address, tag]]),
      )
    ).map((answer) => BigInt(getResult<Hex>('eth_getBalance', answer)));
  const [first, last] = [await at('0x0'), await at('latest')];
  expect(touched.map((address, i) => [address, (first[i] ?? 0n) + (ledger.get(address) ?? 0n)])).toEqual(
    touched.map((address, i) => [address, last[i]]),
  );
  // Each address's list and history have exactly the internal transactions that involve it.
  for (const address of touched.slice(FULL ? -200 : -12)) {
    const names = ({ from, to }: Internal) => [from.address, to.address].some((one) => one.toLowerCase() === address);
    const expected = [...told.values()].flat().filter(names).length;
    const own = await getInternals(address);
    expect([address, own.length]).toEqual([address, expected]);
    expect(own.every((row) => names(row) && !row.isReverted)).toBe(true);
    const history = (await service.all(
      `/v1/chains/${CHAIN}/addresses/${address}/transactions`,
      'transactions',
      50,
    )) as { internalTransactions: unknown[] }[];
    expect(history.flatMap(({ internalTransactions }) => internalTransactions)).toHaveLength(expected);
  }
  return count;
}

/** Rows that tracing writes or shares. Balance rows are left out: the block of a reading may differ. */
const TRACE_ROWS = /^(a|x|ac|k)#/;

/** The table equals an index made from scratch, after `but` removes permitted differences. */
async function equalsFromScratch(but = (rows: Map<string, string>) => rows): Promise<void> {
  const scratch = await new Service(config()).start();
  try {
    await traced(scratch);
    expect(difference(but(await dump(service, TRACE_ROWS)), but(await dump(scratch, TRACE_ROWS)))).toEqual([]);
  } finally {
    await scratch.stop();
  }
}

test('a backfilled history has the internal transactions of a chain followed from block 0', async () => {
  await play(SCRIPTS);
  const startBlock = (await head()) - 3;
  service = await new Service(config(anvil.url, { finalityDepth: 3, startBlock, historyTraces: true })).start();
  await traced();
  expect((await chainHealth()).tracedFrom).toBeUndefined();
  expect((await runCli(service, 'backfill', '--chain', CHAIN, '--json')).code).toBe(0);
  // A restart causes the next tick.
  await service.stop();
  await service.start();
  await service.breakAt({ call: 'dynamodb:UpdateItem', contains: 'SET #t = :t', nth: 2, when: 'before' });
  expect(await service.endedWithin(40_000)).toBe(true);
  await service.start();
  for (const until = Date.now() + 60_000; ; await wait(200)) {
    const { backfill, tracedFrom } = await chainHealth();
    if (!backfill && tracedFrom === undefined) break;
    if (Date.now() > until) throw new Error(`internal transactions are told from ${tracedFrom} on`);
  }
  await traced();
  await balancesFollow();
  // Native balances are read only near the head, and an activity marker may name any block of its address.
  await equalsFromScratch(
    (rows) =>
      new Map(
        [...rows]
          .filter(([id]) => !/^a#\S+ n#/.test(id))
          .map(([id, row]) => [id, id.startsWith('ac#') ? row.replace(/\bb=\d+/, '') : row]),
      ),
  );
});

/** Steps at which killing the tracer must do no harm. */
const STEPS = [
  { name: 'traces put', call: 's3:PutObject', contains: 'traces/' },
  { name: 'pending', call: 'dynamodb:UpdateItem', contains: '"th"' },
  { name: 'rows', call: 'dynamodb:BatchWriteItem', contains: '"i#' },
  { name: 'the trace cursor moves', call: 'dynamodb:UpdateItem', contains: 'REMOVE #tf' },
  { name: 'the trace cursor is lowered', call: 'dynamodb:UpdateItem', contains: 'SET #n = :n, #e', reorg: true },
  { name: 'deletes of a rollback', call: 'dynamodb:BatchWriteItem', contains: 'DeleteRequest', reorg: true },
] as const;
const KILLS = FULL
  ? STEPS.flatMap((step) => (['before', 'after'] as const).map((when) => ({ ...step, when })))
  : ([{ ...STEPS[4], when: 'after' }] as const);

test(`internal transactions explain every balance and contract creation, also after a reorg and ${KILLS.length} kills`, async () => {
  await mine({ to: workshop, data: calls.build(), value: 77n });
  await play(SCRIPTS);
  service = await new Service(config()).start();
  await traced();
  expect(await balancesFollow()).toBeGreaterThan(SCRIPTS * 5);

  const made = getContractAddress({ from: workshop, nonce: 1n }).toLowerCase();
  const [deployer = ''] = accounts;
  for (const address of [deployer, workshop]) {
    const { body } = await service.get<{ contracts: Json[] }>(
      `/v1/chains/${CHAIN}/contracts/${address}/deployments?pageSize=100`,
    );
    const found = body.contracts.find((contract) => String(contract.address).toLowerCase() === made);
    expect(JSON.stringify(found).toLowerCase()).toContain(workshop.toLowerCase());
    expect(JSON.stringify(found).toLowerCase()).toContain(deployer.toLowerCase());
  }
  const { body } = await service.get<Json>(`/v1/chains/${CHAIN}/contracts/${made}/transactions:getDeployment`);
  expect(getWith(body.internalTransactions as Internal[])).toEqual([
    { from: workshop.toLowerCase(), to: made, value: 77n, type: 'CREATE' },
  ]);

  await reorg(anvil.url, 5, []);
  await play(2);
  await traced();
  await balancesFollow();
  const fell: Record<string, number> = {};
  for (const { name, when, call, contains, ...more } of KILLS) {
    await service.breakAt({ call, contains, nth: 1, when });
    if ('reorg' in more) await reorg(anvil.url, 2, []);
    await play(2);
    expect([name, when, await service.endedWithin(30_000)]).toEqual([name, when, true]);
    fell[`${when} ${name}`] = (fell[`${when} ${name}`] ?? 0) + 1;
    await reorg(anvil.url, 2, []);
    await play(1);
    await service.start();
    await traced();
  }
  console.log('Kills at each step:', fell);
  expect(Object.values(fell).reduce((sum, count) => sum + count, 0)).toBe(KILLS.length);
  await equalsFromScratch();
});

test('slow traces do not delay the head', async () => {
  const proxy = await traceProxy(anvil.url);
  try {
    await play(6);
    proxy.treat({ kind: 'slow', ms: 3_000 });
    service = await new Service(config(proxy.url)).start();
    await play(2);
    await service.indexed(CHAIN, await head());
    const { tracedBlock = 0, indexedBlock } = await chainHealth();
    expect(indexedBlock).toBe(await head());
    expect(tracedBlock).toBeLessThan(await head());
    await traced();
    expect((await getInternals(people[0] ?? '')).length).toBeGreaterThan(0);
  } finally {
    proxy.stop();
  }
});
