import { NodeRefused } from '../../../lambdas/core/node/errors';
import type { Outcome } from '../../../lambdas/core/node/rpc';
import { fetchHoldingsAt } from '../../../lambdas/evm/node/holdings';
import { manyBalances } from '../../../lambdas/evm/node/many-balances';
import { getAmount, type Holding } from '../../../lambdas/evm/tokens/domain/holdings';
import { address, hash } from '../../support/make/blocks';

const holding: Holding = { kind: 'erc20', token: address(20), holder: address(1) };

/** A node that cannot run undeployed code, and gives this answer to every single call. */
const giving = (result: unknown) => async (calls: readonly (readonly [method: string, ...params: unknown[]])[]) =>
  calls.map(([method, asked]): Outcome => {
    const isCode = method === 'eth_call' && (asked as { to?: string }).to === undefined;
    return isCode ? { error: new NodeRefused(-32000, 'no') } : { result };
  });

describe('amounts from a node', () => {
  test.each<[string, unknown, unknown]>([
    ['is known if it is one word', hash(7), { value: 7n, at: 9 }],
    ['is known if bytes follow its word', `${hash(7)}00`, { value: 7n, at: 9 }],
    ['counts as refused by the token if it is shorter', '0x', 'refused'],
    ['stays unread if it is not hexadecimal', `0x${'zz'.repeat(32)}`, 'unread'],
  ])('an amount %s', async (_, result, amount) => {
    const readings = await fetchHoldingsAt(giving(result), [{ ...holding }], 9);
    expect(getAmount(holding, 9, readings)).toEqual(amount);
  });

  test.each<[unknown, Record<string, string>]>([
    ['0x0A', { [address(1)]: '0xa' }],
    ['10', {}],
    ['0x', {}],
    ['0xzz', {}],
    [`0x1${'0'.repeat(64)}`, {}],
    [10, {}],
  ])('a native balance is omitted unless it is a quantity: %j', async (result, balances) => {
    expect(await manyBalances(giving(result), [address(1)], '0x9')).toEqual(balances);
  });
});
