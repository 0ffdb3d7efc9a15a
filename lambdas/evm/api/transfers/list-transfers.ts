import { listTransfers } from '../../contract/endpoints/transfers';
import { erc20View, erc721View, erc1155View, placeView } from '../../views/transfer';
import { implement } from '../implement';
import { readPricedRecords } from '../shared/token-records';
import { transferList } from '../shared/transfer-list';

const VIEW = { erc20: erc20View, erc721: erc721View, erc1155: erc1155View };

export const handler = implement(listTransfers, async (request) => {
  const { rows, ...more } = await transferList(
    request,
    (chain, blocks) => request.deps.TokenTransfer.ofToken(chain, request.params.address, blocks),
    (chain, shown) => readPricedRecords(request.deps, chain, shown),
    (row, records) => ({ ...placeView(row), ...VIEW[row.transfer.kind](row.transfer, records) }),
  );
  return { transfers: rows, ...more };
});
