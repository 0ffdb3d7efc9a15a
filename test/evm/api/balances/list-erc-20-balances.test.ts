import { NodeDown } from '../../../../lambdas/core/node/errors';
import { handler } from '../../../../lambdas/evm/api/balances/list-erc-20-balances';
import {
  ask,
  CHAIN,
  HOLDER,
  holdingDeps,
  listsBalances,
  nodeSays,
  row,
  token,
} from '../../../support/endpoints/balances';
import { call } from '../../../support/endpoints/call';
import { fakePrices } from '../../../support/endpoints/prices';
import { badQuery, refuses } from '../../../support/endpoints/refusals';

const toRows = (body: Record<string, unknown>) => body.erc20TokenBalances as Record<string, unknown>[];
const numbers = (body: Record<string, unknown>) => toRows(body).map((one) => Number(one.address) - 1_000);
const three = [row('erc20', 1, 100n), row('erc20', 2, 200n), row('erc20', 3, 300n)];

describe('listErc20Balances', () => {
  listsBalances(handler, 'erc20TokenBalances', 'erc20');

  test('200: a balance has the known fields of its token, next to the native balance', async () => {
    const known = { nm: 'Dollar', sy: 'USD', dc: 6, r: 'Benign', rr: 'listed', lo: 'https://logo.example/usd.png' };
    const { deps } = await holdingDeps([row('erc20', 1, 1_500_000n)], { 1: known });
    const { status, body } = await call(handler, deps, ask());
    expect(status).toBe(200);
    expect(body).toEqual({
      nativeTokenBalance: {
        name: 'Ether',
        symbol: 'ETH',
        decimals: 18,
        chainId: CHAIN,
        balance: '7',
        blockNumber: '9',
      },
      erc20TokenBalances: [
        {
          address: '0x00000000000000000000000000000000000003e9',
          name: 'Dollar',
          symbol: 'USD',
          decimals: 6,
          logoUri: 'https://logo.example/usd.png',
          ercType: 'ERC-20',
          chainId: CHAIN,
          balance: '1500000',
          tokenReputation: 'Benign',
        },
      ],
    });
  });
  test('200: a token without a record has empty names, decimals marked as missing, and no reputation', async () => {
    const { deps } = await holdingDeps([row('erc20', 1, 5n)]);
    const { body } = await call(handler, deps, ask());
    expect(toRows(body)[0]).toEqual({
      ...{ address: token(1), name: '', symbol: '', decimals: 0, decimalsMissing: true, ercType: 'ERC-20' },
      ...{ chainId: CHAIN, balance: '5', tokenReputation: null },
    });
  });
  test('200: reported decimals of 0 are not marked as missing', async () => {
    const { deps } = await holdingDeps([row('erc20', 1, 5n)], { 1: { y: 'ERC-20', dc: 0 } });
    const [shown] = toRows((await call(handler, deps, ask())).body);
    expect(shown).toMatchObject({ decimals: 0, balance: '5' });
    expect(shown).not.toHaveProperty('decimalsMissing');
  });
  test.each([
    [undefined, [2, 3]],
    ['true', [2, 3]],
    ['false', [1, 2, 3]],
  ])(
    '200: filterSpamTokens=%s lists tokens %j over all pages; token 1 is malicious',
    async (filterSpamTokens, expected) => {
      const { deps } = await holdingDeps(three, { 1: { r: 'Malicious' }, 2: { r: 'Benign' } });
      for (const pageSize of ['1', '10']) {
        const found: number[] = [];
        let pageToken: string | undefined;
        do {
          const query = {
            pageSize,
            ...(filterSpamTokens ? { filterSpamTokens } : {}),
            ...(pageToken ? { pageToken } : {}),
          };
          const { body } = await call(handler, deps, ask(query));
          found.push(...numbers(body));
          pageToken = body.nextPageToken as string | undefined;
        } while (pageToken);
        expect(found).toEqual(expected);
      }
    },
  );
  test('200: an ERC-721 collection is omitted unless it also has decimals', async () => {
    const { deps } = await holdingDeps(three, { 2: { y: 'ERC-721' }, 3: { y: 'ERC-721', dc: 18 } });
    expect(numbers((await call(handler, deps, ask())).body)).toEqual([1, 3]);
  });
  test('200: contracts of unknown type, such as vaults, are omitted with either filterSpamTokens', async () => {
    const { deps } = await holdingDeps(three, { 2: { y: 'UNKNOWN' } });
    for (const filterSpamTokens of ['true', 'false'])
      expect(numbers((await call(handler, deps, ask({ filterSpamTokens }))).body)).toEqual([1, 3]);
  });
  test("200: the operator's reputation overrides the detected one, either way", async () => {
    const { deps } = await holdingDeps(three, { 1: { r: 'Malicious', or: '' }, 2: { r: 'Benign', or: 'Malicious' } });
    const { body } = await call(handler, deps, ask());
    expect(toRows(body).map((one) => [Number(one.address) - 1_000, one.tokenReputation])).toEqual([
      [1, null],
      [3, null],
    ]);
  });
  test('200: contractAddresses selects among the held tokens, page by page', async () => {
    const { deps } = await holdingDeps(three);
    const contractAddresses = [token(3), token(8), token(1)].join(',');
    const first = await call(handler, deps, ask({ contractAddresses, pageSize: '1' }));
    expect(numbers(first.body)).toEqual([1]);
    const pageToken = String(first.body.nextPageToken);
    const second = await call(handler, deps, ask({ contractAddresses, pageSize: '1', pageToken }));
    expect([numbers(second.body), second.body.nextPageToken]).toEqual([[3], undefined]);
  });
  test('200: at blockNumber every token is read, even with no balance left', async () => {
    const asked: string[] = [];
    const node = nodeSays({ 1: 40n, 2: 0n, 3: 9n }, asked);
    const { deps } = await holdingDeps([...three.slice(0, 2), row('erc20', 3, 0n)], {}, node);
    const { body } = await call(handler, deps, ask({ blockNumber: '4' }));
    expect(toRows(body).map(({ balance }) => balance)).toEqual(['40', '9']);
    expect(new Set(asked.map((one) => one.split(' ')[2]))).toEqual(new Set(['0x4']));
    expect(body.nativeTokenBalance).toMatchObject({ blockNumber: '4' });
  });
  test('200: the stored balance of a live token is shown while the node is down', async () => {
    const node = async (_: string, method: string) => {
      if (method === 'eth_getBalance') return '0x7';
      throw new NodeDown('the node of chain 31337 does not answer');
    };
    const { deps } = await holdingDeps([row('erc20', 1, 100n)], { 1: { lv: true } }, node);
    const { status, body } = await call(handler, deps, ask());
    expect([status, toRows(body)[0]?.balance]).toEqual([200, '100']);
  });
  test('200: priced tokens have a price and a value in the requested currency', async () => {
    const { prices, asked } = fakePrices({ [token(1)]: 2, native: 3_000 });
    const { deps } = await holdingDeps([row('erc20', 1, 1_500_000n), row('erc20', 2, 5n)], { 1: { dc: 6 } });
    const { body } = await call(handler, { ...deps, prices }, ask({ currency: 'eur' }));
    expect(asked).toEqual([[CHAIN, ['native', token(1), token(2)], 'eur', undefined]]);
    expect(toRows(body)[0]).toMatchObject({
      price: { currencyCode: 'eur', value: 2 },
      balanceValue: { currencyCode: 'eur', value: 3 },
    });
    expect(toRows(body)[1]).not.toHaveProperty('price');
    expect(body.nativeTokenBalance).toMatchObject({ price: { currencyCode: 'eur', value: 3_000 } });
  });
  test('200: a value beyond the number range is omitted', async () => {
    const { prices } = fakePrices({ [token(1)]: 1e300 });
    const { deps } = await holdingDeps([row('erc20', 1, 2n ** 255n)]);
    const { status, body } = await call(handler, { ...deps, prices }, ask());
    expect([status, toRows(body)[0]?.price]).toEqual([200, { currencyCode: 'usd', value: 1e300 }]);
    expect(toRows(body)[0]).not.toHaveProperty('balanceValue');
  });
  test('404: the error names a block above the index', async () => {
    const { deps } = await holdingDeps(three);
    const { status, body } = await call(handler, deps, ask({ blockNumber: '10' }));
    expect([status, body.message]).toEqual([404, 'block 10 of chain 31337 (indexed up to 9) was not found']);
  });
  test('400: a page token of another query is rejected', async () => {
    const { deps } = await holdingDeps(three);
    const { body } = await call(handler, deps, ask({ pageSize: '1' }));
    const pageToken = String(body.nextPageToken);
    const { status } = await call(handler, deps, ask({ pageSize: '1', filterSpamTokens: 'false', pageToken }));
    expect(status).toBe(400);
  });
  refuses(handler, { params: { chainId: CHAIN, address: HOLDER } }, [
    badQuery('filterSpamTokens', 'yes', 'must be true or false'),
    badQuery('blockNumber', '-1', 'must be a whole number from 0 to 9999999999'),
    badQuery('currency', 'gold', 'must be one of the documented currencies'),
  ]);
});
