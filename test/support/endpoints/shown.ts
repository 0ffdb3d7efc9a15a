import type {
  Erc20TransferDetails,
  Erc721TransferDetails,
  Erc1155TransferDetails,
} from '../../../lambdas/evm/contract/schemas/transfers';
import type { Shown, WithTransfers } from '../make/token-world';

type Details = Erc20TransferDetails | Erc721TransferDetails | Erc1155TransferDetails;
interface Transaction {
  readonly nativeTransaction: { readonly txHash: string; readonly blockNumber: string; readonly blockIndex: number };
  readonly erc20Transfers: readonly Details[];
  readonly erc721Transfers: readonly Details[];
  readonly erc1155Transfers: readonly Details[];
}

export const transfersShown = (body: Record<string, unknown>): Shown[] =>
  ((body.transactions ?? body.transfers) as (Details & { txHash: string })[]).map((row) => shown(row, row.txHash));

export const transactionsShown = (body: Record<string, unknown>): WithTransfers[] =>
  (body.transactions as Transaction[]).map(({ nativeTransaction, ...rest }) => {
    const { blockNumber, blockIndex, txHash } = nativeTransaction;
    const transfers = [...rest.erc20Transfers, ...rest.erc721Transfers, ...rest.erc1155Transfers];
    return { place: `${blockNumber}/${blockIndex}`, transfers: transfers.map((row) => shown(row, txHash)) };
  });

function shown(row: Details, txHash: string): Shown {
  const token = 'erc20Token' in row ? row.erc20Token : 'erc721Token' in row ? row.erc721Token : row.erc1155Token;
  return {
    kind: token.ercType,
    txHash,
    logIndex: row.logIndex,
    token: token.address.toLowerCase(),
    from: row.from.address.toLowerCase(),
    to: row.to.address.toLowerCase(),
    ...('tokenId' in token ? { id: BigInt(token.tokenId) } : {}),
    ...('value' in row ? { value: BigInt(row.value) } : {}),
  };
}
