import { listErc1155Transactions } from '../../contract/endpoints/transfers';
import { erc1155View, placeView } from '../../views/transfer';
import { implement } from '../implement';
import { readShownRecords } from '../shared/token-records';
import { transferList } from '../shared/transfer-list';

export const handler = implement(listErc1155Transactions, async (request) => {
  const { rows, ...more } = await transferList(
    request,
    (chain, blocks) => request.deps.AddressErc1155.ofAddress(chain, request.params.address, blocks),
    (chain, shown) => readShownRecords(request.deps, chain, shown),
    (row, records) => ({ ...placeView(row), ...erc1155View(row.transfer, records) }),
  );
  return { transactions: rows, ...more };
});
