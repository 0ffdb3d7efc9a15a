import { includes } from '../../../chain/domain/block-range';
import { notFound } from '../../../core/contract/errors';
import { messageInfo } from '../../teleporter/api/shared/teleporter-records';
import { networkTokenView } from '../../views/chain';
import { internalView } from '../../views/internal';
import { fullTransactionView } from '../../views/transaction';
import { transfersView } from '../../views/transfer';
import type { Deps } from '../implement';
import { type IndexedChain, isFinal, refreshIfBehind } from './indexed-chain';
import { calledBy, getParties } from './names';
import type { CurrencyCode } from './prices';
import { readPricedRecords } from './token-records';

/** A Lambda response is limited to 6 MB. */
const MAX_ROWS = 10_000;
const MAX_BYTES = 4_500_000;

/** `isFinal`: the answer is immutable. Throws 404 if the transaction is not visible. */
export async function wholeTransaction(
  deps: Deps<{ reads: ['Tx', 'Cursor', 'Token', 'Nft', 'BlockchainId']; prices: true }>,
  indexed: IndexedChain,
  hash: string,
  currency?: CurrencyCode,
) {
  const { chain } = indexed;
  const found = await deps.Tx.byHash(chain.chainId, hash);
  const { head, hidden } = found ? await refreshIfBehind(deps, indexed, found.number) : indexed;
  if (!found || found.number > head || includes(hidden, found.number))
    throw notFound(`transaction ${hash} of chain ${chain.chainId} (indexed up to ${head})`);
  const transfers = found.transfers.slice(0, MAX_ROWS);
  const records = await readPricedRecords(deps, chain.chainId, transfers, {
    ...(currency === undefined ? {} : { currency }),
    networkTokenAt: found.time,
    contracts: [...calledBy(found.transaction), ...found.internalTxs.flatMap(getParties)],
  });
  const internals = found.internalTxs
    .slice(0, MAX_ROWS - transfers.length)
    .map((one) => internalView(one, records.names));
  const { erc20Transfers, erc721Transfers, erc1155Transfers } = transfersView(transfers, records);
  const fitting = createBudget(MAX_BYTES);
  const value = {
    erc20Transfers: fitting(erc20Transfers),
    erc721Transfers: fitting(erc721Transfers),
    erc1155Transfers: fitting(erc1155Transfers),
    internalTransactions: fitting(internals),
    networkTokenDetails: {
      networkToken: networkTokenView(chain),
      currentPrice: records.prices.of('native'),
      historicalPrice: records.prices.historical,
    },
    nativeTransaction: fullTransactionView(found, records.names),
    ...(found.message ? { teleporterMessageInfo: await messageInfo(deps, found.message, chain.chainId) } : {}),
  };
  // Prices change; messages, internal transactions and token names arrive later.
  const isWhole =
    !deps.prices &&
    !found.message &&
    (!chain.traces || found.internalTxs.length > 0) &&
    transfers.every(({ token }) => records.tokens.has(token));
  return { value, isFinal: isWhole && isFinal(indexed, found.number) };
}

/** All calls share `room` bytes: later lists are truncated first. */
function createBudget(room: number): <V>(views: readonly V[]) => V[] {
  let left = room;
  return (views) =>
    views.filter((view) => {
      left -= Buffer.byteLength(JSON.stringify(view));
      return left >= 0;
    });
}
