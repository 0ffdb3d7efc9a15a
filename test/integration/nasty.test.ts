import type { Address, Hex } from 'viem';
import { decodeAbiParameters, parseAbiParameters } from 'viem/utils';
import { type Anvil, startAnvil } from '../../demo/anvil';
import { getAddress } from '../../demo/random';
import { rpcBatch } from '../../demo/rpc';
import { ODD_LOGS } from '../support/make/odd-logs';
import { rpc, withAnvil } from '../support/node/anvil';
import { deployNasty, fund, mineBlock, type Nasty, type NastyName, type Receipt } from '../support/node/nasty';
import { type TokenTraffic, tokenTraffic } from '../support/node/token-traffic';
import { type PlainTransfer, plainTransfers } from '../support/oracles/plain-transfers';

const [ANN, BOB] = [getAddress('ann'), getAddress('bob')];
const SELECTORS = { name: '0x06fdde03', symbol: '0x95d89b41', decimals: '0x313ce567' } as const;
let anvil: Anvil;
let nasty: Nasty;

beforeAll(async () => {
  anvil = await startAnvil({ chainId: 1 });
  nasty = await deployNasty(anvil.url);
  await fund(anvil.url, ANN);
});
afterAll(() => anvil.stop());

/** The node's response to a call: a result, or its error message. */
async function ask(call: { to: Address; data: Hex }): Promise<string> {
  const [answer] = await rpcBatch(anvil.url, [['eth_call', [call, 'latest']]]);
  return answer?.error?.message ?? String(answer?.result);
}
const text = (name: NastyName, field: keyof typeof SELECTORS) => ask({ to: nasty.at[name], data: SELECTORS[field] });
const asText = (answer: string) => decodeAbiParameters(parseAbiParameters('string'), answer as Hex)[0];
const balance = (name: NastyName, holder: Address) => ask(nasty.call(name, 'balanceOf', holder));
const held = async (name: NastyName, holder: Address) => BigInt(await balance(name, holder));

/** Sends from Ann in a separate block, and returns the oracle's transfers. Throws if it reverts. */
async function send(name: NastyName, functionName: string, ...args: unknown[]) {
  const call = nasty.call(name, functionName, ...args);
  const [receipt] = await mineBlock(anvil.url, [{ from: ANN, ...call, gas: 15_000_000 }]);
  if (receipt?.status !== '0x1') throw new Error(`${name}.${functionName} reverted.`);
  return { receipt, transfers: plainTransfers([receipt]) };
}

describe('the balances of nasty tokens', () => {
  test('Rebasing: balances change with the factor, without a log', async () => {
    await send('Rebasing', 'mint', ANN, 1000);
    const { receipt } = await send('Rebasing', 'rebase', 15n * 10n ** 17n);
    expect([receipt.logs, await held('Rebasing', ANN)]).toEqual([[], 1500n]);
    const { transfers } = await send('Rebasing', 'transfer', BOB, 300);
    expect(transfers).toMatchObject([{ from: ANN, to: BOB, value: 300n }]);
    expect([await held('Rebasing', ANN), await held('Rebasing', BOB)]).toEqual([1200n, 300n]);
  });

  test('FeeOnTransfer: the recipient gets less than the event’s value', async () => {
    await send('FeeOnTransfer', 'mint', ANN, 1000);
    const { transfers } = await send('FeeOnTransfer', 'transfer', BOB, 100);
    expect(transfers).toMatchObject([{ value: 100n }]);
    expect([await held('FeeOnTransfer', ANN), await held('FeeOnTransfer', BOB)]).toEqual([900n, 90n]);
  });

  test('MintsSilently: a balance appears without a log', async () => {
    const { receipt } = await send('MintsSilently', 'mintSilently', BOB, 7);
    expect([receipt.logs, await held('MintsSilently', BOB)]).toEqual([[], 7n]);
  });

  test('SelfTransfer: many transfers leave the balance unchanged', async () => {
    await send('SelfTransfer', 'mint', ANN, 9);
    const { transfers } = await send('SelfTransfer', 'churn', 4, 3);
    expect(transfers.map(({ from, to, value }) => [from, to, value])).toEqual(Array(3).fill([ANN, ANN, 4n]));
    expect(await held('SelfTransfer', ANN)).toBe(9n);
  });

  test.each([600, 5_000])('Airdrop: %i transfers in one transaction, each to another holder', async (count) => {
    const { transfers } = await send('Airdrop', 'drop', count);
    expect(new Set(transfers.map(({ to }) => to)).size).toBe(count);
    const last = transfers.at(-1)?.to as Address;
    const beyond = `0x${(BigInt(last) + 1n).toString(16).padStart(40, '0')}` as const;
    expect([await held('Airdrop', last), await held('Airdrop', beyond)]).toEqual([1n, 0n]);
  });

  test('the node answers for a past block by its hash', async () => {
    const { receipt } = await send('NoMetadata', 'mint', BOB, 5);
    await send('NoMetadata', 'mint', BOB, 6);
    const call = nasty.call('NoMetadata', 'balanceOf', BOB);
    expect(Number(await rpc(anvil.url, 'eth_call', [call, { blockHash: receipt.blockHash }]))).toBe(5);
    expect(await held('NoMetadata', BOB)).toBe(11n);
  });
});

describe('the answers of nasty tokens', () => {
  test('Reverting: the token moves, and its calls revert until it is repaired', async () => {
    expect((await send('Reverting', 'mint', ANN, 3)).transfers).toHaveLength(1);
    const all = async () => [
      await balance('Reverting', ANN),
      ...(await Promise.all((['name', 'symbol', 'decimals'] as const).map((field) => text('Reverting', field)))),
    ];
    expect(await all()).toEqual(Array(4).fill(expect.stringContaining('revert')));
    await send('Reverting', 'setBroken', false);
    expect(await all()).toEqual(Array(4).fill(expect.stringMatching(/^0x/)));
    await send('Reverting', 'setBroken', true);
  });

  test('NoMetadata: name, symbol and decimals revert', async () => {
    for (const field of ['name', 'symbol', 'decimals'] as const)
      expect(await text('NoMetadata', field)).toContain('revert');
  });

  test('Bytes32Text: name and symbol are one word of text', async () => {
    const read = async (field: 'name' | 'symbol') => Buffer.from((await text('Bytes32Text', field)).slice(2), 'hex');
    expect(await read('name')).toEqual(Buffer.from('Old Token'.padEnd(32, '\0')));
    expect(await read('symbol')).toEqual(Buffer.from('OLD'.padEnd(32, '\0')));
  });

  test('HugeText: the name has a million bytes, and the symbol has control characters, marks and a link', async () => {
    const [name, symbol] = [asText(await text('HugeText', 'name')), asText(await text('HugeText', 'symbol'))];
    expect(name).toHaveLength(1_000_000);
    for (const odd of ['\0', '\u0007', '\u202e', '\u200f', '\u0085', 'https://', '<b>']) expect(symbol).toContain(odd);
  });

  test('LyingDecimals: decimals exceed a byte', async () => {
    expect(BigInt(await text('LyingDecimals', 'decimals'))).toBe(2n ** 255n);
  });

  test('GasBurner: a balance call burns all gas', async () => {
    await send('GasBurner', 'mint', ANN, 3);
    expect(await balance('GasBurner', ANN)).toMatch(/out ?of ?gas/i);
  });

  test('ShortAnswer: a balance has three bytes', async () => {
    expect(await balance('ShortAnswer', ANN)).toBe('0xffffff');
  });

  test('SpamToken: the name is the deployer’s choice', async () => {
    const to = await nasty.deploy('SpamToken', 'Any <name>', 'ANY');
    expect(asText(await ask({ to, data: SELECTORS.name }))).toBe('Any <name>');
    expect(asText(await text('SpamToken', 'name'))).toContain('claim');
  });
});

describe('the logs of nasty tokens', () => {
  test('WrongTopics: every odd log is on the chain as given', async () => {
    const sends = ODD_LOGS.map(({ topics, data }) => ({
      from: ANN,
      ...nasty.call('WrongTopics', 'log', topics, data),
    }));
    const receipts: Receipt[] = await mineBlock(anvil.url, sends);
    const given = ODD_LOGS.map(({ topics, data }) => [{ topics: [...topics], data }]);
    expect(receipts.map(({ logs }) => logs.map(({ topics, data }) => ({ topics, data })))).toEqual(given);
    expect(receipts.map((receipt) => plainTransfers([receipt]).length)).toEqual(ODD_LOGS.map(({ gives }) => gives));
  });

  test('Cards: one transaction mints or moves many, and ownerOf reverts for a burned card', async () => {
    const { transfers } = await send('Cards', 'mintMany', ANN, 3);
    expect(transfers.map(({ kind, id }) => [kind, id])).toEqual([1n, 2n, 3n].map((id) => ['ERC-721', id]));
    expect((await send('Cards', 'transferMany', ANN, BOB, [1, 2])).transfers).toHaveLength(2);
    expect(BigInt(await ask(nasty.call('Cards', 'ownerOf', 2)))).toBe(BigInt(BOB));
    await send('Cards', 'burn', 3);
    expect(await ask(nasty.call('Cards', 'ownerOf', 3))).toContain('revert');
  });

  test('Pieces: a batch is one log, may repeat an ID, and may be empty', async () => {
    await send('Pieces', 'mintBatch', ANN, [1, 2], [5, 6]);
    const { receipt, transfers } = await send('Pieces', 'safeBatchTransferFrom', ANN, BOB, [1, 2, 1], [1, 2, 3], '0x');
    expect(receipt.logs).toHaveLength(1);
    expect(transfers.map(({ batchIndex, id, value }) => [batchIndex, id, value])).toEqual([
      [0, 1n, 1n],
      [1, 2n, 2n],
      [2, 1n, 3n],
    ]);
    const empty = await send('Pieces', 'mintBatch', ANN, [], []);
    expect([empty.receipt.logs.length, empty.transfers]).toEqual([1, []]);
  });
});

describe('token traffic', () => {
  const traffic = (seed: number) => withAnvil({ chainId: 1 }, ({ url }) => tokenTraffic(url, seed, 25));
  /** Hashes depend on fees too, and so on the number of blocks of the demo's deployment. */
  const moves = ({ transfers }: TokenTraffic) => transfers.map(({ txHash: _h, logIndex: _i, ...move }) => move);

  test('traffic moves tokens of every kind between repeating pairs, and is the same for the same seed', async () => {
    const [one, again, other] = [await traffic(1), await traffic(1), await traffic(2)];
    expect(moves(again)).toEqual(moves(one));
    expect(other.pairs).not.toEqual(one.pairs);
    const { transfers, pairs, contracts } = one;
    const quiet = Object.entries(contracts).filter(([, at]) => !transfers.some(({ token }) => token === at));
    expect(quiet.map(([name]) => name)).toEqual(['workshop']);
    const nobody = `0x${'0'.repeat(40)}`;
    const tracePath = ({ from, to }: PlainTransfer) => (from === nobody ? 'minted' : to === nobody ? 'burnt' : 'moved');
    const ways = new Set(transfers.map((transfer) => `${transfer.kind} ${tracePath(transfer)}`));
    expect(ways.size).toBe(3 * 3);
    const dropped = transfers.filter(({ token, value }) => token === contracts.Airdrop && value === 1n);
    expect(dropped.length).toBeGreaterThanOrEqual(3 * 600);

    const touched = transfers
      .filter(({ kind }) => kind === 'ERC-20')
      .flatMap((t) => [t.from + t.token, t.to + t.token]);
    expect(pairs.map(({ holder, token }) => holder + token).toSorted()).toEqual([...new Set(touched)].toSorted());
    expect(touched.length - 2 * 1800).toBeGreaterThan(1.5 * (pairs.length - 1800));
  });
});
