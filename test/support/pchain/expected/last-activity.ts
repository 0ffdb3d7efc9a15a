import type { Recording } from '../../../../demo/p-chain/recording';
import { type ExpectedTransaction, expectedTransactions } from './transactions';

/** The determined fields of a `LastActivityTimestamp`. */
export type ExpectedActivity = {
  timestamp: number;
  blockNumber: string;
  txHash: string;
  isConsumed: boolean;
  utxoIds: string[];
};

const newestFirst = new WeakMap<Recording, readonly ExpectedTransaction[]>();

function transactionsIn(recording: Recording): readonly ExpectedTransaction[] {
  const found = newestFirst.get(recording) ?? expectedTransactions(recording).toReversed();
  newestFirst.set(recording, found);
  return found;
}

export function expectedActivity(
  recording: Recording,
  addresses: readonly string[],
  height = Number.POSITIVE_INFINITY,
): ExpectedActivity | undefined {
  type Owned = { addresses?: string[]; utxoId: string };
  const toIds = (utxos: readonly Owned[]) =>
    utxos.filter((utxo) => utxo.addresses?.some((one) => addresses.includes(one))).map(({ utxoId }) => utxoId);
  for (const tx of transactionsIn(recording)) {
    if (Number(tx.blockNumber) > height) continue;
    const [made, spent] = [toIds(tx.emittedUtxos), toIds(tx.consumedUtxos)];
    if (made.length + spent.length === 0) continue;
    const { blockTimestamp: timestamp, blockNumber, txHash } = tx;
    const isConsumed = made.length === 0;
    return { timestamp, blockNumber, txHash, isConsumed, utxoIds: isConsumed ? spent : made };
  }
  return undefined;
}
