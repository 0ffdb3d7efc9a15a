import { listTransfers } from '../../contract/endpoints/transfers';
import { implement } from '../../http/implement';
import { known } from '../shared/known';
import { transferList } from '../shared/transfer-list';
import { erc20View, erc721View, erc1155View, placeView } from '../views/transfer';

const VIEW = { erc20: erc20View, erc721: erc721View, erc1155: erc1155View };

export const handler = implement(listTransfers, async (asked) => {
  const { rows, ...more } = await transferList(
    asked,
    (chain, blocks) => asked.deps.TokenTransfer.ofToken(chain, asked.params.address, blocks),
    (chain, shown) => known(asked.deps, chain, shown),
    (row, { tokens, nfts }) => ({ ...placeView(row), ...VIEW[row.transfer.kind](row.transfer, tokens, nfts) }),
  );
  return { transfers: rows, ...more };
});
