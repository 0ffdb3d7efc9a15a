import { listErc721Transactions } from '../../contract/endpoints/transfers';
import { implement } from '../implement/evm';
import { readShownRecords } from '../shared/token-records';
import { transferList } from '../shared/transfer-list';
import { erc721View, placeView } from '../views/transfer';

export const handler = implement(listErc721Transactions, async (request) => {
  const { rows, ...more } = await transferList(
    request,
    (chain, blocks) => request.deps.AddressErc721.ofAddress(chain, request.params.address, blocks),
    (chain, shown) => readShownRecords(request.deps, chain, shown),
    (row, records) => ({ ...placeView(row), ...erc721View(row.transfer, records) }),
  );
  return { transactions: rows, ...more };
});
