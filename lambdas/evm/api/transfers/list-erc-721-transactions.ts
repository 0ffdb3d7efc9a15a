import { listErc721Transactions } from '../../contract/endpoints/transfers';
import { erc721View, placeView } from '../../views/transfer';
import { implement } from '../implement';
import { readShownRecords } from '../shared/token-records';
import { transferList } from '../shared/transfer-list';

export const handler = implement(listErc721Transactions, async (request) => {
  const { rows, ...more } = await transferList(
    request,
    (chain, blocks) => request.deps.AddressErc721.ofAddress(chain, request.params.address, blocks),
    (chain, shown) => readShownRecords(request.deps, chain, shown),
    (row, records) => ({ ...placeView(row), ...erc721View(row.transfer, records) }),
  );
  return { transactions: rows, ...more };
});
