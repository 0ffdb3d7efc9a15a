import type { Address } from 'viem';
import { encodeFunctionData } from 'viem/utils';
import { type Anvil, startAnvil } from '../../demo/anvil';
import { creation } from '../../demo/calls';
import type { Compiled } from '../../demo/compile';
import { quantity, rpc } from '../../demo/rpc';
import { testContracts } from '../support/node/contracts';
import { sendMined } from '../support/node/settable';
import { dump } from '../support/service/dump';
import { type Json, removeFolders, Service, wait } from '../support/service/service';

const CHAIN = '31337';
const AT = `/v1/chains/${CHAIN}`;
/** How long a warm function caches a token's record. */
const TOKEN_CACHE_MS = 5_000;
type Name = 'Wrapped' | 'Vault' | 'CountingVault';

describe('wrapped native coin', () => {
  let anvil: Anvil;
  let service: Service;
  let contracts: Record<Name, Compiled>;
  let holder: Address | undefined;

  beforeAll(async () => {
    anvil = await startAnvil({ chainId: Number(CHAIN) });
    service = await new Service({ chains: [{ chainId: CHAIN, network: 'testnet', rpcUrl: anvil.url }] }).start();
    contracts = await testContracts<Name>();
    [, holder] = await rpc<Address[]>(anvil.url, 'eth_accounts');
  });
  afterAll(async () => {
    await service?.stop();
    await anvil?.stop();
    removeFolders();
  });

  const deploy = async (name: Name) =>
    ((await sendMined(anvil.url, undefined, creation(contracts[name]))).contractAddress ?? '').toLowerCase();
  const wrap = (to: string, value: number) => {
    const data = encodeFunctionData({ abi: contracts.Wrapped.abi, functionName: 'deposit' });
    return sendMined(anvil.url, to, data, { from: holder, value: quantity(value) });
  };
  const unwrap = (to: string, value: bigint) => {
    const data = encodeFunctionData({ abi: contracts.Wrapped.abi, functionName: 'withdraw', args: [value] });
    return sendMined(anvil.url, to, data, { from: holder });
  };
  const indexed = async () => service.indexed(CHAIN, Number(await rpc(anvil.url, 'eth_blockNumber', [])));
  const list = (field: string, path: string) => service.all(`${AT}/addresses/${holder}/${path}`, field, 10);
  const balances = () => list('erc20TokenBalances', 'balances:listErc20');
  /** Waits until this many tokens are read and no function caches older records. */
  async function tokensRead(count: number): Promise<void> {
    while ([...(await dump(service, /^k#\S+ ~m$/)).values()].filter((item) => item.includes(' y=')).length < count)
      await wait(200);
    await wait(TOKEN_CACHE_MS);
  }

  test('wrapped coin is a balance without a transfer, and disappears when unwrapped', async () => {
    const token = await deploy('Wrapped');
    await wrap(token, 5);
    await wrap(token, 4);
    await indexed();
    await tokensRead(1);
    const [shown, ...others] = await balances();
    expect(others).toEqual([]);
    expect({ ...shown, address: String(shown?.address).toLowerCase() }).toMatchObject({
      ...{ address: token, name: 'Wrapped Coin', symbol: 'WCOIN', decimals: 18, ercType: 'ERC-20', balance: '9' },
    });
    expect(await list('transactions', 'transactions:listErc20')).toEqual([]);
    expect(await service.all(`${AT}/tokens/${token}/transfers`, 'transfers', 10)).toEqual([]);
    await unwrap(token, 3n);
    await indexed();
    expect((await balances()).map(({ balance }: Json) => balance)).toEqual(['6']);
    await unwrap(token, 6n);
    await indexed();
    expect(await balances()).toEqual([]);
  });

  test('a deposit into a vault with the same logs is not a balance, even if it answers `balanceOf`', async () => {
    const vaults = [await deploy('Vault'), await deploy('CountingVault')];
    for (const vault of vaults) await wrap(vault, 7);
    await indexed();
    await tokensRead(3);
    expect(await balances()).toEqual([]);
    const rows = await dump(service, /^b#/);
    expect(vaults.map((vault) => [...rows.keys()].filter((key) => key.includes(vault)).length)).toEqual([1, 1]);
    for (const vault of vaults)
      expect((await service.get(`${AT}/addresses/${vault}`)).body).toMatchObject({ ercType: 'UNKNOWN' });
  });
});
