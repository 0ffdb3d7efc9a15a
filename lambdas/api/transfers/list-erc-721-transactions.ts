import { listErc721Transactions } from '../../contract/endpoints/transfers';
import { implement } from '../../http/implement';
import { known } from '../shared/known';
import { transferList } from '../shared/transfer-list';
import { erc721View, placeView } from '../views/transfer';

export const handler = implement(listErc721Transactions, async (asked) => {
  const { rows, ...more } = await transferList(
    asked,
    (chain, blocks) => asked.deps.AddressErc721.ofAddress(chain, asked.params.address, blocks),
    (chain, shown) => known(asked.deps, chain, shown),
    (row, { tokens, nfts }) => ({ ...placeView(row), ...erc721View(row.transfer, tokens, nfts) }),
  );
  return { transactions: rows, ...more };
});
