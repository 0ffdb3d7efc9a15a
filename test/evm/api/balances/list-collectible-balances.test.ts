import { handler } from '../../../../lambdas/evm/api/balances/list-collectible-balances';
import { ask, holdingDeps, listsBalances, row } from '../../../support/endpoints/balances';
import { call } from '../../../support/endpoints/call';

const shown = (body: Record<string, unknown>) =>
  (body.collectibleBalances as { ercType: string; tokenId: string; balance?: string }[]).map(
    ({ ercType, tokenId, balance }) => `${ercType} ${tokenId}${balance ? `: ${balance}` : ''}`,
  );

describe('listCollectibleBalances', () => {
  listsBalances(handler, 'collectibleBalances', 'erc1155');

  test('200: pages list ERC-721 tokens before ERC-1155 tokens, including an id of both', async () => {
    const rows = [row('erc1155', 1, 8n, 3n), row('erc721', 1, 1n, 3n), row('erc721', 2, 1n, 4n), row('erc20', 1, 9n)];
    const { deps } = await holdingDeps(rows);
    const found: string[] = [];
    let pageToken: string | undefined;
    do {
      const { body } = await call(handler, deps, ask({ pageSize: '1', ...(pageToken ? { pageToken } : {}) }));
      found.push(...shown(body));
      pageToken = body.nextPageToken as string | undefined;
    } while (pageToken);
    expect(found).toEqual(['ERC-721 3', 'ERC-721 4', 'ERC-1155 3: 8']);
  });
});
