import type { Hex } from 'viem';
import { getAddress } from 'viem/utils';
import { handler as balances } from '../../../lambdas/evm/api/balances/list-erc-20-balances';
import { handler as metadata } from '../../../lambdas/evm/api/contracts/get-contract-metadata';
import { handler as deployments } from '../../../lambdas/evm/api/contracts/list-contract-deployments';
import { handler as whole } from '../../../lambdas/evm/api/transactions/get-transaction';
import { handler as natives } from '../../../lambdas/evm/api/transactions/list-native-transactions';
import { handler as v2 } from '../../../lambdas/evm/api/transactions/list-transactions-v2';
import { handler as transfers } from '../../../lambdas/evm/api/transfers/list-erc-20-transactions';
import type { AddressMetadata } from '../../../lambdas/evm/contract/address-metadata';
import { ask, CHAIN, holdingDeps, row, token } from '../../support/endpoints/balances';
import { call } from '../../support/endpoints/call';
import { depsWith } from '../../support/endpoints/deps';
import { address, aRawBlock, hash } from '../../support/make/blocks';
import { type Known, knowTokens } from '../../support/make/known-tokens';
import { aTransfer } from '../../support/make/logs';

// Address 1 deploys a contract, then calls a token that transfers to address 2.
const [ME, FRIEND, COIN, MADE] = [1, 2, 20, 9_002_000];
const moved = aTransfer({ kind: 'erc20', token: COIN, from: ME, to: FRIEND });
const blocks = {
  [CHAIN]: [
    aRawBlock(2, [{ from: ME, input: '0x60' }]),
    aRawBlock(3, [{ from: ME, to: COIN, input: '0xa9059cbb', logs: [moved] }]),
  ],
};
const logo = { imageUri: 'https://ours.example/logo.png' };
const given = {
  description: 'Backed by bonds.',
  officialSite: 'https://ours.example/',
  email: 'team@ours.example',
  logoAsset: logo,
  bannerAsset: { assetId: '1', imageUri: 'https://ours.example/banner.png' },
  color: '#e84142',
  resourceLinks: [{ type: 'Twitter' as const, url: 'https://social.example/ours' }],
  tags: ['ours'],
};
const pricingProviders = { coingeckoCoinId: 'ours' };
const of = (params: Record<string, string>) => ({ params: { chainId: CHAIN, ...params } });

/** Dependencies with this operator metadata, by address number. */
async function world(said: Readonly<Record<number, AddressMetadata>>, known: readonly Known[] = []) {
  const entries = Object.entries(said).map(([n, one]) => [address(Number(n)), one]);
  const { deps, table } = await depsWith({ blocks, metadata: { [CHAIN]: Object.fromEntries(entries) } });
  await knowTokens(table, known);
  return deps;
}

describe('operator metadata of a contract', () => {
  test.each([
    ['ERC-20', { decimals: 6, symbol: 'USD', pricingProviders }],
    ['ERC-721', { symbol: 'USD' }],
    ['ERC-1155', { symbol: 'USD', pricingProviders }],
  ] as const)('getContractMetadata: an %s contract has its operator metadata', async (ercType, fields) => {
    const record = { ercType, name: 'Its Name', symbol: 'USD', decimals: 6, logoUri: 'https://old.example/' };
    const deps = await world({ [COIN]: { ...given, pricingProviders } }, [{ token: COIN, ...record }]);
    expect((await call(metadata, deps, of({ address: address(COIN) }))).body).toEqual({
      ...{ address: address(COIN), ercType, name: 'Its Name', ...given },
      ...fields,
    });
  });
  test('getContractMetadata: the operator name replaces the name of the contract', async () => {
    const deps = await world({ [COIN]: { name: 'Ours' } }, [{ token: COIN, ercType: 'ERC-20', name: 'Its Name' }]);
    expect((await call(metadata, deps, of({ address: address(COIN) }))).body).toMatchObject({ name: 'Ours' });
  });
  test('listContractDeployments: a contract that is not a token has its operator metadata', async () => {
    const deps = await world({ [MADE]: { name: 'Ours', ...given, pricingProviders } });
    const { body } = await call(deployments, deps, of({ address: address(ME) }));
    expect(body.contracts).toEqual([
      {
        ...{ address: getAddress(address(MADE) as Hex), ercType: 'UNKNOWN', name: 'Ours', ...given },
        deploymentDetails: { txHash: hash(100_000_200_000), deployerAddress: address(ME) },
      },
    ]);
  });
});

describe('operator logo of a token', () => {
  const old = { token: COIN, ercType: 'ERC-20', name: 'Dollar', logoUri: 'https://old.example/' } as const;
  test.each([
    [
      'listErc20Transactions',
      async (deps: Awaited<ReturnType<typeof world>>) => {
        const { body } = await call(transfers, deps, of({ address: address(FRIEND) }));
        return (body.transactions as Record<string, unknown>[])[0]?.erc20Token;
      },
    ],
    [
      'listTransactionsV2',
      async (deps: Awaited<ReturnType<typeof world>>) => {
        const { body } = await call(v2, deps, of({ address: address(FRIEND) }));
        return (body.transactions as Record<string, Record<string, unknown>[]>[])[0]?.erc20Transfers?.[0]?.erc20Token;
      },
    ],
  ])('%s: the operator logo replaces the logo of the token record', async (_, tokenIn) => {
    expect(await tokenIn(await world({}, [old]))).toMatchObject({ logoUri: old.logoUri });
    expect(await tokenIn(await world({ [COIN]: { name: 'Ours', logoAsset: logo } }, [old]))).toMatchObject({
      logoUri: logo.imageUri,
      // Its own fields are kept.
      name: 'Dollar',
    });
  });
  test('listErc20Balances: the operator logo is shown', async () => {
    const { deps } = await holdingDeps([row('erc20', 1, 5n)]);
    const metadataOn = () => (one: string) => (one === token(1) ? { logoAsset: logo } : undefined);
    const { body } = await call(balances, { ...deps, metadataOn }, ask());
    expect(body.erc20TokenBalances).toEqual([expect.objectContaining({ logoUri: logo.imageUri })]);
  });
});

describe('operator name of an address', () => {
  test('accounts and contracts have their operator name and logo in transactions and transfers', async () => {
    const said = {
      [ME]: { name: 'Cold wallet' },
      [COIN]: { name: 'Ours', logoAsset: logo },
      [FRIEND]: { name: 'Friend' },
    };
    const deps = await world(said, [{ token: COIN, ercType: 'ERC-20', name: 'Its Name', symbol: 'USD', decimals: 6 }]);
    const [me, friend] = [
      { name: 'Cold wallet', address: address(ME) },
      { name: 'Friend', address: address(FRIEND) },
    ];
    const coin = { name: 'Ours', symbol: 'USD', decimals: 6, logoUri: logo.imageUri, address: address(COIN) };
    const list = await call(natives, deps, of({ address: address(ME) }));
    expect((list.body.transactions as Record<string, unknown>[])[0]).toMatchObject({ from: me, to: coin });
    const { body } = await call(whole, deps, of({ txHash: hash(100_000_300_000) }));
    expect(body).toMatchObject({
      nativeTransaction: { from: me, to: coin },
      erc20Transfers: [{ from: me, to: friend }],
    });
  });
  test('a malicious contract has its operator name, but none of its own fields', async () => {
    const deps = await world({ [COIN]: { name: 'A fraud' } }, [
      { token: COIN, ercType: 'ERC-20', name: 'Claim at x.example', symbol: 'USD', reputation: 'Malicious' },
    ]);
    const { body } = await call(whole, deps, of({ txHash: hash(100_000_300_000) }));
    expect((body.nativeTransaction as Record<string, unknown>).to).toEqual({ name: 'A fraud', address: address(COIN) });
  });
});
