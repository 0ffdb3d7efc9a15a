import { listErc1155Transactions } from '../../contract/endpoints/transfers';
import { implement } from '../../http/implement';
import { known } from '../shared/known';
import { transferList } from '../shared/transfer-list';
import { erc1155View, placeView } from '../views/transfer';

export const handler = implement(listErc1155Transactions, async (asked) => {
  const { rows, ...more } = await transferList(
    asked,
    (chain, blocks) => asked.deps.AddressErc1155.ofAddress(chain, asked.params.address, blocks),
    (chain, shown) => known(asked.deps, chain, shown),
    (row, { tokens, nfts }) => ({ ...placeView(row), ...erc1155View(row.transfer, tokens, nfts) }),
  );
  return { transactions: rows, ...more };
});
