import { listErc20Transactions } from '../../contract/endpoints/transfers';
import { namesIn } from '../../views/address';
import { erc20View, placeView } from '../../views/transfer';
import { implement } from '../implement';
import { DEFAULT_CURRENCY, getPrices } from '../shared/prices';
import { transferList } from '../shared/transfer-list';

export const handler = implement(listErc20Transactions, async (request) => {
  const { rows, ...more } = await transferList(
    request,
    (chain, blocks) => request.deps.AddressErc20.ofAddress(chain, request.params.address, blocks),
    async (chain, shown) => {
      const { deps } = request;
      const shownTokens = shown.map(({ token }) => token);
      const [tokens, prices] = await Promise.all([
        deps.Token.find(chain, shownTokens),
        getPrices(deps, chain, DEFAULT_CURRENCY, shownTokens),
      ]);
      const getMetadata = deps.metadataOn(chain);
      return { tokens, prices, names: namesIn(tokens, getMetadata), getMetadata };
    },
    (row, records) => ({ ...placeView(row), ...erc20View(row.transfer, records) }),
  );
  return { transactions: rows, ...more };
});
