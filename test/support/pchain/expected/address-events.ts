import { must } from './json';
import type { Network } from './network';
import { ownedUtxos } from './owned-utxos';
import { endedStake } from './rewards';

/** A transaction that changed what an address (`custom1…`) has, and the height of the block in which it did. */
export type ExpectedChange = { address: string; height: number; txHash: string; isReward: boolean };

/**
 * Every change of what addresses have: an output that a transaction spends or makes, a stake that it gives back, a reward
 * that it pays. Each once, with the transaction that did it: of stakes that end, the one that says so.
 */
export function expectedChanges(network: Network): ExpectedChange[] {
  const found = new Map<string, ExpectedChange>();
  const note = (addresses: readonly string[], height: number, txHash: string, isReward = false) => {
    for (const address of addresses) {
      const name = `${address} ${height} ${txHash}`;
      found.set(name, { address, height, txHash, isReward: isReward || (found.get(name)?.isReward ?? false) });
    }
  };
  /** The transaction that ended a stake, or a cycle of it, in the block of a height. */
  const endAt = (stakeTx: string, height: number): string => {
    const end = network.txs.find((tx) => endedStake(tx) === stakeTx && Number(tx.block.height) === height - 1);
    return must(end, `the end of ${stakeTx} at ${height}`).id;
  };
  const isEnd = new Set(network.txs.flatMap((tx) => (endedStake(tx) === undefined ? [] : [tx.id])));
  for (const { utxo, created, stake, spent } of ownedUtxos(network)) {
    const { addresses = [], txHash, rewardType } = utxo;
    // Outputs of the genesis came with no transaction; rewards are outputs of the stake, or of the end of a cycle.
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
