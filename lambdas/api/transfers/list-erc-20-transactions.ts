import { listErc20Transactions } from '../../contract/endpoints/transfers';
import { implement } from '../../http/implement';
import { transferList } from '../shared/transfer-list';
import { erc20View, placeView } from '../views/transfer';

export const handler = implement(listErc20Transactions, async (request) => {
  const { rows, ...more } = await transferList(
    request,
    (chain, blocks) => request.deps.AddressErc20.ofAddress(chain, request.params.address, blocks),
    (chain, shown) =>
      request.deps.Token.find(
        chain,
        shown.map(({ token }) => token),
      ),
    (row, tokens) => ({ ...placeView(row), ...erc20View(row.transfer, tokens) }),
  );
  return { transactions: rows, ...more };
});
