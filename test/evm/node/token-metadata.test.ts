import type { Hex } from 'viem';
import { encodeAbiParameters, stringToHex } from 'viem/utils';
import { type Anvil, startAnvil } from '../../../demo/anvil';
import { compileContracts } from '../../../demo/compile';
import { type Deployed, deployContracts } from '../../../demo/deploy';
import { getAddress } from '../../../demo/random';
import { NodeDown, NodeRefused } from '../../../lambdas/core/node/errors';
import { createRpc, type RpcClient } from '../../../lambdas/core/node/rpc';
import { readTokenMetadata } from '../../../lambdas/evm/node/token-metadata';
import { answering } from '../../support/node/answering';
import { rpc } from '../../support/node/anvil';

const text = (value: string): Hex => encodeAbiParameters([{ type: 'string' }], [value]);
const word = (value: bigint): Hex => encodeAbiParameters([{ type: 'uint256' }], [value]);
const supports = (id: string) => `01ffc9a7${id}`;
const [YES, NO] = [word(1n), word(0n)];
const [NAME, SYMBOL, DECIMALS, SUPPLY] = ['06fdde03', '95d89b41', '313ce567', '18160ddd'];
const ERC165 = { [supports('01ffc9a7')]: YES, [supports('ffffffff')]: NO };

describe('readTokenMetadata', () => {
  let anvil: Anvil;
  let client: RpcClient;
  let demo: Deployed;
  let placed = 0;

  beforeAll(async () => {
    anvil = await startAnvil({ chainId: 31_337 });
    client = createRpc(anvil.url, { callsPerSecond: 10_000, timeoutMs: 5_000 });
    demo = await deployContracts(anvil.url, await compileContracts());
  });
  afterAll(async () => {
    await client.close();
    await anvil.stop();
  });

  const place = async (code: Hex): Promise<string> => {
    const address = getAddress(`token ${placed++}`);
    await rpc(anvil.url, 'anvil_setCode', [address, code]);
    return address;
  };
  const read = async (code: Hex | Readonly<Record<string, Hex>>, seenAs?: 'erc20' | 'erc721' | 'erc1155') =>
    readTokenMetadata(client, await place(typeof code === 'string' ? code : answering(code)), seenAs);

  test('contracts of the three standards are recognized in nine calls, regardless of their logs', async () => {
    const before = client.calls;
    expect(await readTokenMetadata(client, demo.dollar, undefined)).toEqual({
      ercType: 'ERC-20',
      name: 'Demo Dollar',
      symbol: 'dUSD',
      decimals: 6,
      isContract: true,
    });
    expect(client.calls - before).toBe(9);
    expect(await readTokenMetadata(client, demo.collectible, 'erc20')).toMatchObject({ ercType: 'ERC-721' });
    expect(await readTokenMetadata(client, demo.items, undefined)).toEqual({
      ercType: 'ERC-1155',
      name: 'Demo Items',
      symbol: 'ITEM',
      isContract: true,
    });
  });

  test('a contract that answers no call is typed by its logs, or UNKNOWN without logs', async () => {
    expect(await readTokenMetadata(client, demo.workshop, undefined)).toEqual({ ercType: 'UNKNOWN', isContract: true });
    expect(await read('0xfe', 'erc721')).toEqual({ ercType: 'ERC-721', isContract: true });
    expect(await read('0xfe', 'erc1155')).toEqual({ ercType: 'ERC-1155', isContract: true });
    expect(await read('0xfe', 'erc20')).toEqual({ ercType: 'ERC-20', isContract: true });
  });

  test('an address without code and a delegating account are not contracts', async () => {
    expect(await readTokenMetadata(client, getAddress('nobody'), undefined)).toEqual({
      ercType: 'UNKNOWN',
      isContract: false,
    });
    const delegating = await place(`0xef0100${demo.token.slice(2)}`);
    expect((await readTokenMetadata(client, delegating, undefined)).isContract).toBe(false);
  });

  test('a field that fails is omitted without affecting the others', async () => {
    expect(await read({ [NAME]: text('Half'), [DECIMALS]: word(2n ** 255n), [SUPPLY]: word(5n) })).toEqual({
      ercType: 'UNKNOWN',
      name: 'Half',
      isContract: true,
    });
    expect(await read({ [SYMBOL]: stringToHex('MKR', { size: 32 }), [DECIMALS]: word(18n), [SUPPLY]: '0x00' })).toEqual(
      {
        ercType: 'UNKNOWN',
        symbol: 'MKR',
        decimals: 18,
        isContract: true,
      },
    );
  });

  test('ERC-165 counts only if the contract rejects 0xffffffff, as the standard demands', async () => {
    const collectible = { ...ERC165, [supports('80ac58cd')]: YES, [supports('d9b67a26')]: NO };
    expect((await read(collectible)).ercType).toBe('ERC-721');
    expect((await read({ ...collectible, [supports('ffffffff')]: YES })).ercType).toBe('UNKNOWN');
    const { [supports('ffffffff')]: _unsaid, ...silent } = collectible;
    expect((await read(silent)).ercType).toBe('UNKNOWN');
    expect((await read({ ...collectible, [supports('01ffc9a7')]: NO })).ercType).toBe('UNKNOWN');
    // 2 is not a boolean.
    expect((await read({ ...collectible, [supports('80ac58cd')]: word(2n) })).ercType).toBe('UNKNOWN');
    // Answers yes to everything: `return 1`.
    expect((await read('0x600160005260206000f3')).ercType).toBe('ERC-20');
  });

  test('a contract that claims both collection standards is typed by its logs', async () => {
    const both = { ...ERC165, [supports('80ac58cd')]: YES, [supports('d9b67a26')]: YES };
    expect((await read(both, 'erc1155')).ercType).toBe('ERC-1155');
    expect((await read(both, 'erc721')).ercType).toBe('ERC-721');
    expect((await read(both)).ercType).toBe('UNKNOWN');
    expect((await read({ ...both, [DECIMALS]: word(6n), [SUPPLY]: word(5n) })).ercType).toBe('UNKNOWN');
  });

  test('names are cleaned and truncated, and invisible characters are reported', async () => {
    expect(await read({ [NAME]: text(`U\u202eS\u0007D ${'C'.repeat(500)}`), [SYMBOL]: text('US\u200bDC') })).toEqual({
      ercType: 'UNKNOWN',
      name: `USD ${'C'.repeat(124)}`,
      symbol: 'USDC',
      disguised: true,
      isContract: true,
    });
    expect(await read({ [NAME]: text('\u0000 \n'), [SYMBOL]: text('X'.repeat(65)) })).toEqual({
      ercType: 'UNKNOWN',
      symbol: 'X'.repeat(64),
      isContract: true,
    });
  });

  test('a contract that burns all gas or returns a megabyte is stopped by the gas limit', async () => {
    expect(await read('0x5b600056', 'erc20')).toEqual({ ercType: 'ERC-20', isContract: true });
    expect(await read('0x620f42406000f3', 'erc20')).toEqual({ ercType: 'ERC-20', isContract: true });
    // 200 kB of zeros are within the limit, and are not text.
    expect(await read('0x62030d406000f3', 'erc20')).toEqual({ ercType: 'ERC-20', decimals: 0, isContract: true });
  });

  test('node failures are thrown, as they say nothing about the token', async () => {
    await expect(readTokenMetadata(client, '0x12', undefined)).rejects.toThrow(NodeRefused);
    const away = createRpc('http://127.0.0.1:1', { callsPerSecond: 10_000, attempts: 1 });
    await expect(readTokenMetadata(away, demo.token, undefined)).rejects.toThrow(NodeDown);
    await away.close();
  });
});
