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
/** What the contract answers; it refuses everything else. `collection`: it supports ERC-721 by ERC-165. */
type Contract = Partial<Record<Field, string>> & { readonly collection?: true };
const coin = (name: string, decimals = 6): Contract => ({
  ...{ name: text(name), symbol: text(name.slice(0, 2)) },
  ...{ decimals: word(decimals), totalSupply: word(10n ** 20n) },
});

/** A contract, and a worker that reads it into a record, at a clock of its own. */
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

describe('the record of a token', () => {
  test('has what its contract reports, and when', async () => {
    const { read, record, state } = worker(coin('Coin'));
    expect(await read({ kind: 'erc20', standard: 'as-logged' })).toBe(true);
    expect(await record()).toMatchObject({
      ...{ ercType: 'ERC-20', name: 'Coin', symbol: 'Co', decimals: 6 },
      ...{ readAt: state.now / 1_000, standard: 'as-logged' },
    });
    expect(await record()).not.toHaveProperty('misses');
  });

  test('is read once, and again only on request', async () => {
    const { read, record, state } = worker(coin('Coin'));
    await read({ kind: 'erc20' });
    state.contract = coin('Renamed', 8);
    state.now += 5_000;
    await read({ kind: 'erc20' });
    expect(await record()).toMatchObject({ name: 'Coin', decimals: 6 });
    await read({ kind: 'erc20', again: 'refresh' });
    expect(await record()).toMatchObject({ name: 'Renamed', symbol: 'Re', decimals: 8, readAt: state.now / 1_000 });
  });

  test('is not read again by a message from before its last reading', async () => {
    const { read, record, state } = worker(coin('Coin'));
    await read({ kind: 'erc20' });
    state.contract = coin('Renamed');
    await read({ kind: 'erc20', again: 'refresh' }, state.now - 1_000);
    expect(await record()).toMatchObject({ name: 'Coin' });
  });

  test('keeps the old values of what its contract does not report any more', async () => {
    const { read, record, state } = worker(coin('Coin'));
    await read({ kind: 'erc20' });
    state.contract = { totalSupply: word(1) };
    state.now += 5_000;
    await read({ kind: 'erc20', again: 'refresh' });
    expect(await record()).toMatchObject({ ercType: 'ERC-20', name: 'Coin', symbol: 'Co', decimals: 6 });
  });

  test('keeps everything when the node is down or has lost the contract', async () => {
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

  test('keeps its reputation while the text that led to it is kept', async () => {
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

  test('counts incomplete readings in a row, and decimals that nobody could read are absent', async () => {
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

  test('keeps nothing of the contract that was replaced at its address', async () => {
    const { read, record, state } = worker(coin('Coin'));
    await read({ kind: 'erc20', standard: 'erc20' });
    state.contract = { name: text('Cards'), collection: true };
    state.now += 5_000;
    await read({ again: 'replace' });
    expect(await record()).toMatchObject({ ercType: 'ERC-721', name: 'Cards' });
    for (const field of ['symbol', 'decimals', 'standard']) expect(await record()).not.toHaveProperty(field);
  });

  test('follows its logs to another standard, unless its contract still answers like a coin', async () => {
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

  test('has the standard that its contract states, whatever else it answers', async () => {
    const { read, record } = worker(coin('Old cards'));
    await read({ kind: 'erc721', standard: 'erc721' });
    expect(await record()).toMatchObject({ ercType: 'ERC-721', standard: 'erc721' });
    await read({ again: 'refresh' }, Number.POSITIVE_INFINITY);
    expect(await record()).toMatchObject({ ercType: 'ERC-721', standard: 'erc721' });
  });

  test('is not overwritten by a reading that began earlier and took longer', async () => {
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

  test('is not made for an address without code', async () => {
    const { read, record } = worker(undefined);
    expect(await read({ kind: 'erc20' })).toBe(false);
    expect(await record()).toEqual({});
  });
});
