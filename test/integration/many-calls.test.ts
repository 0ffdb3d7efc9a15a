import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Address } from 'viem';
import { type Anvil, startAnvil } from '../../demo/anvil';
import { getAddress } from '../../demo/random';
import { type Call, createRpc, type RpcClient } from '../../lambdas/core/node/rpc';
import { quantity } from '../../lambdas/evm/domain/rpc';
import { fetchHoldingsAt } from '../../lambdas/evm/node/holdings';
import { manyBalances } from '../../lambdas/evm/node/many-balances';
import { callMany } from '../../lambdas/evm/node/many-calls';
import { type Question, questionId } from '../../lambdas/evm/tokens/domain/holdings';
import { deployNasty, fund, mineBlock, type Nasty, type NastyName } from '../support/node/nasty';
import { nodeProxy } from '../support/node/node-proxy';

const [ANN, BOB] = [getAddress('ann'), getAddress('bob')];
const HOLDERS = Array.from({ length: 130 }, (_, n) => getAddress(`holder ${n}`));
let [anvil, nasty, node, block] = [] as unknown as [Anvil, Nasty, RpcClient, number];

beforeAll(async () => {
  anvil = await startAnvil({ chainId: 1 });
  nasty = await deployNasty(anvil.url);
  await fund(anvil.url, ANN);
  const send = (name: NastyName, make: string, ...args: unknown[]) => ({
    from: ANN,
    ...nasty.call(name, make, ...args),
  });
  await mineBlock(
    anvil.url,
    HOLDERS.map((holder, n) => send('SpamToken', 'mint', holder, n)),
  );
  await mineBlock(anvil.url, [
    send('Cards', 'mintMany', ANN, 7),
    send('Pieces', 'mintBatch', ANN, [8], [9]),
    send('GasBurner', 'mint', ANN, 3),
    send('Reverting', 'mint', ANN, 4),
  ]);
  node = createRpc(anvil.url, { callsPerSecond: 100_000 });
  block = Number(await node.call('eth_blockNumber'));
  // Later changes must not be visible.
  await mineBlock(anvil.url, [send('SpamToken', 'mint', HOLDERS[0], 1_000)]);
});
afterAll(async () => {
  await node.close();
  await anvil.stop();
});

const erc20 = (token: NastyName | Address, holder: Address = ANN): Question => ({
  kind: 'erc20',
  token: token in nasty.at ? nasty.at[token as NastyName] : token,
  holder,
});
/** Every kind of response, and of failure, for more tokens than one call covers. */
const questions = (): Question[] => [
  ...HOLDERS.slice(0, 70).map((holder) => erc20('SpamToken', holder)),
  erc20('Reverting'),
  erc20('GasBurner'),
  erc20('ShortAnswer'),
  erc20(getAddress('no contract')),
  { kind: 'erc721', token: nasty.at.Cards, id: 7n },
  { kind: 'erc721', token: nasty.at.Cards, id: 8n },
  { kind: 'erc1155', token: nasty.at.Pieces, holder: ANN, id: 8n },
  ...HOLDERS.slice(70).map((holder) => erc20('SpamToken', holder)),
];
const NO_ANSWER = ['Reverting', 'GasBurner', 'ShortAnswer', 'no contract', 'Cards 8'].length;

/** Forwards calls and records them. */
function counted() {
  const calls: Call[] = [];
  const batch = (batch: readonly Call[]) => {
    calls.push(...batch);
    return node.batch(batch);
  };
  return { calls, batch };
}
const alone = (call: Call) => call[0] === 'eth_call' && Object.hasOwn(call[1] as object, 'to');
const told = async (batch: RpcClient['batch'], asked = questions()) =>
  (await fetchHoldingsAt(batch, asked, block))?.values;

test('one call asks a hundred tokens, and only tokens without an answer are asked again alone', async () => {
  const { calls, batch } = counted();
  const values = await told(batch);
  expect([calls.length, calls.filter(alone).length]).toEqual([2 + 1 + NO_ANSWER, NO_ANSWER]);
  const wanted = questions().map(({ token, holder, id }) => {
    if (holder && token === nasty.at.SpamToken) return BigInt(HOLDERS.indexOf(holder as Address));
    if (token === nasty.at.Cards) return id === 7n ? BigInt(ANN) : null;
    return token === nasty.at.Pieces ? 9n : null;
  });
  const given = questions().map((question) => values?.[questionId(question)]);
  expect(given.map((value) => (typeof value === 'string' ? BigInt(value) : value))).toEqual(wanted);
});

test('a node that cannot run code without an address gives the same balances', async () => {
  const proxy = await nodeProxy(anvil.url);
  proxy.refuse(({ method, params = [] }) => method === 'eth_call' && !Object.hasOwn(params[0] as object, 'to'));
  const behind = createRpc(proxy.url, { callsPerSecond: 100_000 });
  const values = await told((calls) => behind.batch(calls));
  expect(values).toEqual(await told((calls) => node.batch(calls)));
  expect(Object.values(values ?? {}).filter((value) => value === null)).toHaveLength(NO_ANSWER);
  await behind.close();
  proxy.stop();
});

test('a node without the state of the block gives no result', async () => {
  expect(await fetchHoldingsAt((calls) => node.batch(calls), questions(), block + 1_000)).toBeUndefined();
});

test('tokens that burn all gas do not spoil the answers of other tokens', async () => {
  const burners = Array.from({ length: 40 }, (_, n) => erc20('GasBurner', HOLDERS[n]));
  const last = erc20('SpamToken', HOLDERS[9]);
  const word = (n: bigint) => `0x${n.toString(16).padStart(64, '0')}`;
  const few = await told((calls) => node.batch(calls), [...burners.slice(0, 5), last]);
  expect(Object.values(few ?? {})).toEqual([...Array(5).fill(null), word(9n)]);
  const { calls, batch } = counted();
  const many = await told(batch, [...burners, last]);
  expect(Object.values(many ?? {})).toEqual([...Array(40).fill(null), word(9n)]);
  expect(calls.filter(alone)).toHaveLength(41);
});

test('a truncated answer counts as missing', async () => {
  const two = [erc20('SpamToken'), erc20('SpamToken', HOLDERS[1])].map(({ token }) => ({ to: token, data: '0x' }));
  const whole = `01${'5'.padStart(64, '0')}`;
  const words = (result: unknown) => callMany(async () => [{ result }], two, 'latest');
  expect(await words(`0x${whole}${whole.slice(0, 64)}`)).toEqual([`0x${whole.slice(2)}`, undefined]);
  expect(await words('0x')).toEqual([undefined, undefined]);
  expect(await words(null)).toEqual([undefined, undefined]);
});

test('one call reads five hundred native balances at a past block', async () => {
  const addresses = [ANN, nasty.at.Cards, ...Array.from({ length: 600 }, (_, n) => getAddress(`poor ${n}`))];
  const tag = quantity(block - 1);
  const wanted = Object.fromEntries(
    await Promise.all(addresses.map(async (a) => [a, await node.call('eth_getBalance', a, tag)])),
  );
  const { calls, batch } = counted();
  expect(await manyBalances(batch, addresses, tag)).toEqual(wanted);
  expect([calls.length, BigInt(wanted[ANN] ?? 0) > 0n]).toEqual([2, true]);
});

test('native balances fall back to single calls, and unanswered ones are left out', async () => {
  const proxy = await nodeProxy(anvil.url);
  proxy.refuse(({ method }) => method === 'eth_call');
  const behind = createRpc(proxy.url, { callsPerSecond: 100_000 });
  const asked = (calls: readonly Call[]) => behind.batch(calls);
  expect(await manyBalances(asked, [ANN, BOB], 'latest')).toEqual(
    await manyBalances((calls) => node.batch(calls), [ANN, BOB], 'latest'),
  );
  proxy.refuse(({ params = [] }) => params[0] === BOB || typeof params[0] === 'object');
  expect(Object.keys(await manyBalances(asked, [ANN, BOB], 'latest'))).toEqual([ANN]);
  await behind.close();
  proxy.stop();
});

const contract = { to: ANN, data: '0x' };
test.each([
  ['many-calls', 'ManyCalls', 89, (batch: RpcClient['batch']) => callMany(batch, [contract], 'latest')],
  ['many-balances', 'ManyBalances', 20, (batch: RpcClient['batch']) => manyBalances(batch, [ANN], 'latest')],
] as const)('the code of %s is the output of solc for its source', async (file, name, bytes, send) => {
  const source = readFileSync(new URL(`../../lambdas/evm/node/${file}.yul`, import.meta.url), 'utf8');
  const input = JSON.stringify({
    language: 'Yul',
    sources: { it: { content: source } },
    settings: {
      evmVersion: 'london',
      optimizer: { enabled: true, details: { yul: true } },
      outputSelection: { '*': { '*': ['evm.bytecode.object'] } },
    },
  });
  // In a separate process: the compiler leaves handlers on the process that loads it.
  const script = `console.log(require(process.argv[1]).compile(process.argv[2]))`;
  const solc = createRequire(import.meta.url).resolve('solc');
  const output = JSON.parse(execFileSync(process.execPath, ['-e', script, solc, input], { encoding: 'utf8' }));
  const { calls, batch } = counted();
  await send(batch);
  const { data } = calls.map((call) => call[1] as { data: string })[0] ?? { data: '' };
  expect(data.slice(2, -2 * bytes)).toBe(output.contracts.it[name].evm.bytecode.object);
});
