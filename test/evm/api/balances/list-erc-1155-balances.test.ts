import { handler } from '../../../../lambdas/evm/api/balances/list-erc-1155-balances';
import { ask, holdingDeps, listsBalances, nodeSays, row, token } from '../../../support/endpoints/balances';
import { call } from '../../../support/endpoints/call';

const amounts = (body: Record<string, unknown>) =>
  (body.erc1155TokenBalances as { tokenId: string; balance: string }[]).map((one) => `${one.tokenId}: ${one.balance}`);
const rows = [row('erc1155', 1, 8n, 10n), row('erc1155', 1, 5n, 9n), row('erc1155', 2, 1n, 1n)];

describe('listErc1155Balances', () => {
  listsBalances(handler, 'erc1155TokenBalances', 'erc1155');

  test('200: amounts are ordered by contract and id', async () => {
    const { deps } = await holdingDeps(rows);
    const { status, body } = await call(handler, deps, ask());
    expect([status, amounts(body)]).toEqual([200, ['9: 5', '10: 8', '1: 1']]);
  });
  test('200: contractAddress selects one collection', async () => {
    const { deps } = await holdingDeps(rows);
    expect(amounts((await call(handler, deps, ask({ contractAddress: token(1) }))).body)).toEqual(['9: 5', '10: 8']);
  });
  test('200: at blockNumber the balances are read from the contracts', async () => {
    const { deps } = await holdingDeps(rows, {}, nodeSays({ 1: 3n, 2: 0n }));
    expect(amounts((await call(handler, deps, ask({ blockNumber: '4' }))).body)).toEqual(['9: 3', '10: 3']);
  });
  test('404: a block above the index is not found', async () => {
    const { deps } = await holdingDeps(rows);
    expect((await call(handler, deps, ask({ blockNumber: '10' }))).status).toBe(404);
  });
});
