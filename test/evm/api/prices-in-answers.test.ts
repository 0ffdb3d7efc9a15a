import { endpoints } from '../../../lambdas/app/contract/registry';
import type { TransferKind } from '../../../lambdas/evm/domain/transfers';
import { ask as askBalances, holdingDeps, row } from '../../support/endpoints/balances';
import { call } from '../../support/endpoints/call';
import { depsWith } from '../../support/endpoints/deps';
import { toHandler } from '../../support/endpoints/paged-world';
import { fakePrices } from '../../support/endpoints/prices';
import { address, aRawBlock, hash } from '../../support/make/blocks';
import { aTransfer } from '../../support/make/logs';

const [DOLLAR, OTHER, CARDS, MADE] = [20, 21, 30, 9_003_000];
const move = (kind: TransferKind, token: number) => aTransfer({ kind, token, from: 1, to: 2 });
// One token moves twice; the last transaction creates a contract.
const blocks = {
  31337: [
    aRawBlock(2, [
      {
        from: 1,
        to: 20,
        logs: [move('erc20', DOLLAR), move('erc20', OTHER), move('erc721', CARDS), move('erc20', DOLLAR)],
      },
    ]),
    aRawBlock(3, [{ from: 1, input: '0x60', logs: [move('erc20', DOLLAR)] }]),
  ],
};
const nfts = [row('erc721', 1, 1n, 7n), row('erc1155', 1, 5n, 7n)];
const usd = (value: number) => ({ currencyCode: 'usd', value });

/** An endpoint's answer and its price requests. */
async function getAnswer(id: string, params: Record<string, string>, query: Record<string, string> = {}) {
  const endpoint = endpoints.find((one) => one.id === id);
  if (!endpoint) throw new Error(`no endpoint ${id}`);
  const handler = await toHandler(endpoint);
  const { prices, asked } = fakePrices({ [address(DOLLAR)]: 1.02, native: 30 }, { native: 20 });
  const { deps } = await (id.includes('Balance') ? holdingDeps(nfts) : depsWith({ blocks }));
  const { status, body } = await call(handler, { ...deps, prices }, { params: { chainId: '31337', ...params }, query });
  expect(status).toBe(200);
  return { body, asked };
}
/** Prices of the ERC-20 tokens in an answer, by address number. */
const pricesIn = (body: unknown): [number, unknown][] => {
  if (Array.isArray(body)) return body.flatMap(pricesIn);
  if (typeof body !== 'object' || body === null) return [];
  if ('ercType' in body && 'address' in body && body.ercType === 'ERC-20')
    return [[Number(body.address), 'price' in body ? body.price : undefined]];
  return Object.values(body).flatMap(pricesIn);
};

describe('endpoints with a currency parameter', () => {
  const [withPrices, without] = [true, undefined].map((prices) =>
    endpoints.filter(({ query, uses }) => 'currency' in query.shape && uses.prices === prices),
  );
  const taking = withPrices ?? [];
  test('three endpoints use the currency; historical rewards accept it without effect', () => {
    expect(without?.map(({ id }) => id)).toEqual(['listHistoricalPrimaryNetworkRewards']);
    expect(taking.map(({ id }) => id).toSorted()).toEqual([
      'getDeploymentTransaction',
      'getNativeBalance',
      'listErc20Balances',
    ]);
  });
  test.each(taking.map((endpoint) => [endpoint.id, endpoint] as const))(
    '200: %s without a price service returns everything but prices',
    async (_, endpoint) => {
      const { deps } = await depsWith({ blocks, node: async () => '0x5' });
      const params = { chainId: '31337', address: address(MADE) };
      const getAnswer = async (query: Record<string, string>) =>
        call(await toHandler(endpoint), deps, { params, query });
      const { status, body, text } = await getAnswer({ currency: 'eur' });
      expect([status, body]).toEqual([200, (await getAnswer({})).body]);
      expect(text).not.toMatch(/"(price|currentPrice|historicalPrice|balanceValue)"/);
      expect((await getAnswer({ currency: 'gold' })).status).toBe(400);
    },
  );
});

describe('endpoints with a price service', () => {
  const found = { params: { txHash: hash(100_000_200_000) }, tokens: [DOLLAR, OTHER, DOLLAR], at: 1_700_000_002 };
  const deployed = { params: { address: address(MADE) }, tokens: [DOLLAR], at: 1_700_000_003 };
  test.each([
    ['getTransaction', 'usd', {}, found],
    ['getDeploymentTransaction', 'usd', {}, deployed],
    ['getDeploymentTransaction', 'chf', { currency: 'chf' }, deployed],
  ])('200: %s has the current and historical network token price and ERC-20 prices in %s', async (...args) => {
    const [id, currencyCode, query, { params, tokens, at }] = args;
    const { body, asked } = await getAnswer(id, params, query);
    expect(asked).toEqual([['31337', ['native', ...new Set(tokens.map(address))], currencyCode, at]]);
    expect(body.networkTokenDetails).toEqual({
      networkToken: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      currentPrice: { currencyCode, value: 30 },
      historicalPrice: { currencyCode, value: 20 },
    });
    const price = { currencyCode, value: 1.02 };
    expect(pricesIn(body)).toEqual(tokens.map((token) => [token, token === DOLLAR ? price : undefined]));
  });
  test.each([
    ['listTransactions', { address: address(2) }],
    ['listTransactionsV2', { address: address(2) }],
    ['listErc20Transactions', { address: address(2) }],
    ['listTransfers', { address: address(DOLLAR) }],
  ])('200: %s has ERC-20 prices from one request', async (id, params) => {
    const { body, asked } = await getAnswer(id, params);
    const shown = pricesIn(body);
    expect(shown.length).toBeGreaterThan(2);
    expect(shown).toEqual(shown.map(([token]) => [token, token === DOLLAR ? usd(1.02) : undefined]));
    expect(asked).toEqual([['31337', [...new Set(shown.map(([token]) => address(token)))], 'usd', undefined]]);
  });
  test.each(['getNativeBalance', 'listErc721Balances', 'listErc1155Balances'])(
    '200: %s has the price and value of the native balance',
    async (id) => {
      const { body, asked } = await getAnswer(id, askBalances().params);
      expect(body.nativeTokenBalance).toMatchObject({ price: usd(30), balanceValue: usd((7 / 1e18) * 30) });
      expect(asked).toEqual([['31337', ['native'], 'usd', undefined]]);
    },
  );
  test.each([
    ['listErc721Transactions', { address: address(2) }],
    ['listTransfers', { address: address(CARDS) }],
    ['listErc20Transactions', { address: address(9) }],
  ])('200: %s without an ERC-20 token sends no price request', async (id, params) =>
    expect((await getAnswer(id, params)).asked).toEqual([]),
  );
});
