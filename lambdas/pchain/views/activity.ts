import { NEWEST_CONTRACT } from '../../core/contract/contract-version';
import type { LastActivityTimestamp } from '../contract/schemas/activity';
import type { PChainUtxo } from '../contract/schemas/utxos';
import type { PTxRow } from '../domain/rows';
import type { NetworkIds } from './owners';
import { pChainTransactionView } from './transaction';

/** Prefers an output created for the owners (bech32) over one of theirs that was spent. */
export function activityView(
  row: PTxRow,
  owners: ReadonlySet<string>,
  ids: NetworkIds,
): Omit<LastActivityTimestamp, 'network'> | undefined {
  const { txHash, blockNumber, blockTimestamp, emittedUtxos, consumedUtxos } = pChainTransactionView(row, ids, {
    contractVersion: NEWEST_CONTRACT,
  });
  const isOwn = ({ addresses = [] }: PChainUtxo): boolean => addresses.some((address) => owners.has(address));
  const made = emittedUtxos.find(isOwn);
  const found = made ?? consumedUtxos.find(isOwn);
  if (!found || blockTimestamp === undefined || blockNumber === undefined) return undefined;
  return {
    timestamp: blockTimestamp,
    blockNumber,
    txHash,
    utxoId: found.utxoId,
    isConsumed: made === undefined,
    chainName: 'p-chain',
  };
}
