import { encodeAbiParameters, parseAbiParameters, toHex } from 'viem/utils';
import { NodeDown, NodeRefused } from '../../../lambdas/core/node/errors';
import type { Call, Outcome } from '../../../lambdas/core/node/exchange';
import type { SeenToken } from '../../../lambdas/evm/contract/messages';
import { readTokenRecord } from '../../../lambdas/evm/indexer/token-records';
import { reputationLists } from '../../../lambdas/evm/tokens/domain/reputation';
import { TOKEN, tokenKey } from '../../../lambdas/evm/tokens/rows/token-item';
import { address } from '../../support/make/blocks';
import { memoryTable } from '../../support/tables/memory';

const CHAIN = '31337';
const ADDRESS = address(0x70c);
const SELECTOR = { name: '0x06fdde03', symbol: '0x95d89b41', decimals: '0x313ce567', totalSupply: '0x18160ddd' };
const word = (value: bigint | number) => toHex(value, { size: 32 });
const text = (value: string) => encodeAbiParameters(parseAbiParameters('string'), [value]);

type Field = keyof typeof SELECTOR;
/** The answers of the contract; other calls revert. `collection`: it supports ERC-721 by ERC-165. */
type Contract = Partial<Record<Field, string>> & { readonly collection?: true };
const coin = (name: string, decimals = 6): Contract => ({
  ...{ name: text(name), symbol: text(name.slice(0, 2)) },
  ...{ decimals: word(decimals), totalSupply: word(10n ** 20n) },
});

/** A contract, and a worker with its own clock that reads it into a record. */
function worker(first: Contract | undefined) {
  const { table } = memoryTable();
  const state = { contract: first, now: 1_700_000_000_000, isDown: false, beforeAnswer: () => undefined as unknown };
  const answer = ([method, params]: Call): Outcome => {
    if (method === 'eth_getCode') return { result: state.contract ? '0x6001' : '0x' };
    const { data } = (params ?? {}) as { data?: string };
    const { contract } = state;
    if (contract?.collection && data?.startsWith('0x01ffc9a7'))
      return { result: word(/^0x01ffc9a7(01ffc9a7|80ac58cd)/.test(data) ? 1 : 0) };
    const field = Object.entries(SELECTOR).find(([, selector]) => selector === data)?.[0] as Field | undefined;
    const result = field && contract?.[field];
    return result === undefined ? { error: new NodeRefused(3, 'execution reverted', 'reverted') } : { result };
  };
  const rpc = {
    batch: async (calls: readonly Call[]) => {
      if (state.isDown) throw new NodeDown('down');
      const answers = calls.map(answer);
      await state.beforeAnswer();
      return answers;
    },
  };
  const lists = reputationLists({});
  return {
    state,
    table,
    read: (message: Partial<SeenToken> = {}, sentAt = state.now) =>
      readTokenRecord(
        { table, rpc, lists: () => lists, now: () => state.now },
        { chainId: CHAIN, token: ADDRESS, ...message },
        sentAt,
      ),
    async record() {
      const item = (await table.get(tokenKey(CHAIN, ADDRESS), true)) ?? {};
      const named = Object.entries(TOKEN).map(([name, attribute]) => [name, item[attribute]]);
      return Object.fromEntries(named.filter(([, value]) => value !== undefined));
    },
  };
}

describe('readTokenRecord', () => {
  test('a record has the fields that its contract reports and the time of the read', async () => {
    const { read, record, state } = worker(coin('Coin'));
    expect(await read({ kind: 'erc20', standard: 'as-logged' })).toBe(true);
    expect(await record()).toMatchObject({
      ...{ ercType: 'ERC-20', name: 'Coin', symbol: 'Co', decimals: 6 },
      ...{ readAt: state.now / 1_000, standard: 'as-logged' },
    });
    expect(await record()).not.toHaveProperty('misses');
  });

  test('a record is read once, and again only on request', async () => {
    const { read, record, state } = worker(coin('Coin'));
    await read({ kind: 'erc20' });
    state.contract = coin('Renamed', 8);
    state.now += 5_000;
    await read({ kind: 'erc20' });
    expect(await record()).toMatchObject({ name: 'Coin', decimals: 6 });
    await read({ kind: 'erc20', again: 'refresh' });
    expect(await record()).toMatchObject({ name: 'Renamed', symbol: 'Re', decimals: 8, readAt: state.now / 1_000 });
  });

  test('a message sent before the last read does not read the record again', async () => {
    const { read, record, state } = worker(coin('Coin'));
    await read({ kind: 'erc20' });
    state.contract = coin('Renamed');
    await read({ kind: 'erc20', again: 'refresh' }, state.now - 1_000);
    expect(await record()).toMatchObject({ name: 'Coin' });
  });

  test('a record keeps the values that its contract no longer reports', async () => {
    const { read, record, state } = worker(coin('Coin'));
    await read({ kind: 'erc20' });
    state.contract = { totalSupply: word(1) };
    state.now += 5_000;
    await read({ kind: 'erc20', again: 'refresh' });
    expect(await record()).toMatchObject({ ercType: 'ERC-20', name: 'Coin', symbol: 'Co', decimals: 6 });
  });

  test('a record stays unchanged when the node is down or has lost the contract', async () => {
    const { read, record, state } = worker(coin('Coin'));
    await read({ kind: 'erc20' });
    const before = await record();
    state.now += 5_000;
    state.isDown = true;
    await expect(read({ kind: 'erc20', again: 'refresh' })).rejects.toThrow(NodeDown);
    state.isDown = false;
    state.contract = undefined;
    expect(await read({ kind: 'erc20', again: 'refresh' })).toBe(true);
    expect(await record()).toEqual(before);
  });

  test('a record keeps its reputation until the text that caused it changes', async () => {
    const { read, record, state } = worker(coin('Visit https://drain.example to claim'));
    await read({ kind: 'erc20' });
    expect(await record()).toMatchObject({ reputation: 'Malicious' });
    state.contract = { decimals: word(6), totalSupply: word(1) };
    state.now += 5_000;
    await read({ kind: 'erc20', again: 'refresh' });
    expect(await record()).toMatchObject({ reputation: 'Malicious' });
    state.contract = coin('Honest');
    await read({ kind: 'erc20', again: 'refresh' }, state.now + 1);
    expect(await record()).not.toHaveProperty('reputation');
  });

  test('a record counts consecutive incomplete reads, and unread decimals are absent', async () => {
    const { decimals: _unread, ...silent } = coin('Coin');
    const { read, record, state } = worker(silent);
    await read({ kind: 'erc20' });
    expect(await record()).toMatchObject({ misses: 1 });
    expect(await record()).not.toHaveProperty('decimals');
    state.now += 60_000;
    await read({ kind: 'erc20', again: 'refresh' });
    expect(await record()).toMatchObject({ misses: 2 });
    state.now += 300_000;
    state.contract = coin('Coin', 0);
    await read({ kind: 'erc20', again: 'refresh' });
    expect(await record()).toMatchObject({ decimals: 0 });
    expect(await record()).not.toHaveProperty('misses');
  });

  test('a record keeps no field of a contract that was replaced at its address', async () => {
    const { read, record, state } = worker(coin('Coin'));
    await read({ kind: 'erc20', standard: 'erc20' });
    state.contract = { name: text('Cards'), collection: true };
    state.now += 5_000;
    await read({ again: 'replace' });
    expect(await record()).toMatchObject({ ercType: 'ERC-721', name: 'Cards' });
    for (const field of ['symbol', 'decimals', 'standard']) expect(await record()).not.toHaveProperty(field);
  });

  test('a record follows its logs to another standard, unless its contract still answers like a coin', async () => {
    const { read, record, state } = worker(coin('Both'));
    await read({ kind: 'erc20' });
    state.now += 5_000;
    await read({ kind: 'erc721', again: 'refresh' });
    expect(await record()).toMatchObject({ ercType: 'ERC-20', decimals: 6 });
    state.now += 5_000;
    state.contract = { name: text('Cards'), symbol: text('CRD') };
    await read({ kind: 'erc721', again: 'refresh' });
    expect(await record()).toMatchObject({ ercType: 'ERC-721', name: 'Cards', symbol: 'CRD' });
  });

  test('a record has the standard that its contract states, even if it answers like a coin', async () => {
    const { read, record } = worker(coin('Old cards'));
    await read({ kind: 'erc721', standard: 'erc721' });
    expect(await record()).toMatchObject({ ercType: 'ERC-721', standard: 'erc721' });
    await read({ again: 'refresh' }, Number.POSITIVE_INFINITY);
    expect(await record()).toMatchObject({ ercType: 'ERC-721', standard: 'erc721' });
  });

  test('a slow read does not overwrite the record of a later one', async () => {
    const { read, record, state } = worker(coin('Old'));
    await read({ kind: 'erc20' });
    const began = state.now;
    state.beforeAnswer = async () => {
      state.beforeAnswer = () => undefined;
      state.contract = coin('New');
      state.now = began + 5_000;
      await read({ kind: 'erc20', again: 'refresh' });
    };
    await read({ kind: 'erc20', again: 'refresh' }, Number.POSITIVE_INFINITY);
    expect(await record()).toMatchObject({ name: 'New', readAt: (began + 5_000) / 1_000 });
  });

  test('an address without code gets no record', async () => {
    const { read, record } = worker(undefined);
    expect(await read({ kind: 'erc20' })).toBe(false);
    expect(await record()).toEqual({});
  });
});
