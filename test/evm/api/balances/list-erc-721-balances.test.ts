import { handler } from '../../../../lambdas/evm/api/balances/list-erc-721-balances';
import { ask, CHAIN, holdingDeps, listsBalances, nodeSays, row, token } from '../../../support/endpoints/balances';
import { call } from '../../../support/endpoints/call';

const ids = (body: Record<string, unknown>) =>
  (body.erc721TokenBalances as { address: string; tokenId: string }[]).map(
    ({ address, tokenId }) => `${Number(address) - 1_000}/${tokenId}`,
  );
const rows = [row('erc721', 1, 1n, 2n ** 255n), row('erc721', 1, 1n, 3n), row('erc721', 2, 1n, 1n)];

describe('listErc721Balances', () => {
  listsBalances(handler, 'erc721TokenBalances', 'erc721');

  test('200: tokens are ordered by contract and id, with their owner', async () => {
    const { deps } = await holdingDeps(rows, { 1: { nm: 'Cards', sy: 'CARD', y: 'ERC-721' } });
    const { status, body } = await call(handler, deps, ask());
    expect([status, ids(body)]).toEqual([200, ['1/3', `1/${2n ** 255n}`, '2/1']]);
    const owned = { ercType: 'ERC-721', chainId: CHAIN, ownerAddress: '0x0000000000000000000000000000000000000001' };
    expect(body.erc721TokenBalances).toMatchObject([{ ...owned, name: 'Cards', symbol: 'CARD' }, owned, owned]);
    expect(body.nativeTokenBalance).toMatchObject({ balance: '7' });
  });
  test('200: contractAddress selects one collection', async () => {
    const { deps } = await holdingDeps(rows);
    expect(ids((await call(handler, deps, ask({ contractAddress: token(2) }))).body)).toEqual(['2/1']);
  });
  test('200: an unread id now owned by someone else is omitted', async () => {
    const { deps } = await holdingDeps([row('erc721', 1, 'unread', 3n)], {}, nodeSays({ 1: `0x${'9'.repeat(40)}` }));
    expect(ids((await call(handler, deps, ask())).body)).toEqual([]);
  });
});
