import { must } from './json';
import type { Network } from './network';
import { ownedUtxos } from './owned-utxos';
import { endedStake } from './rewards';

/** `address`: `custom1…`; `height`: of the block with the effect. */
export type ExpectedChange = { address: string; height: number; txHash: string; isReward: boolean };

/** Deduplicated by transaction. A stake's end counts for the transaction that ended it. */
export function expectedChanges(network: Network): ExpectedChange[] {
  const found = new Map<string, ExpectedChange>();
  const note = (addresses: readonly string[], height: number, txHash: string, isReward = false) => {
    for (const address of addresses) {
      const name = `${address} ${height} ${txHash}`;
      found.set(name, { address, height, txHash, isReward: isReward || (found.get(name)?.isReward ?? false) });
    }
  };
  const endAt = (stakeTx: string, height: number): string => {
    const end = network.txs.find((tx) => endedStake(tx) === stakeTx && Number(tx.block.height) === height - 1);
    return must(end, `the end of ${stakeTx} at ${height}`).id;
  };
  const isEnd = new Set(network.txs.flatMap((tx) => (endedStake(tx) === undefined ? [] : [tx.id])));
  for (const { utxo, created, stake, spent } of ownedUtxos(network)) {
    const { addresses = [], txHash, rewardType } = utxo;
    // Genesis outputs have no transaction; rewards are outputs of the stake, or of the end of a cycle.
    const isReward = rewardType !== undefined || isEnd.has(txHash);
    if (created.height > 0)
      note(
        addresses,
        created.height,
        isReward && !isEnd.has(txHash) ? endAt(txHash, created.height) : txHash,
        isReward,
      );
    if (stake?.returned) note(addresses, stake.returned.height, endAt(stake.tx.id, stake.returned.height));
    if (spent) note(addresses, spent.height, spent.by);
  }
  return [...found.values()];
}
