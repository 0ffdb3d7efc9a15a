import type { Output } from '../codec/parts';
import type { UnsignedTx } from '../codec/tx';
import type { BlockEffects, Origin, Utxo } from './effects';
import type { Step } from './step';

export function getUtxo(txId: string, outputIndex: number, { assetId, output }: Output): Utxo {
  const plain = output.type === 'StakeableLockOut' ? output.output : output;
  const { amount, locktime, threshold, addresses } = plain;
  return {
    txId,
    outputIndex,
    assetId,
    amount,
    owners: { locktime, threshold, addresses },
    ...(output.type === 'StakeableLockOut' ? { stakeableUntil: output.locktime } : {}),
  };
}

export function create(
  effects: BlockEffects,
  by: string,
  { txId, from, outputs, origin }: { txId: string; from: number; outputs: readonly Output[]; origin: Origin },
): void {
  outputs.forEach((output, i) => {
    effects.created.push({ ...getUtxo(txId, from + i, output), origin, by });
  });
}

/** Ignores imported inputs, which spend outputs of other chains. */
export function transfer({ effects, txId }: Step, tx: Extract<UnsignedTx, { inputs: unknown }>): void {
  for (const { txId: of, outputIndex } of tx.inputs) effects.spent.push({ txId: of, outputIndex, by: txId });
  create(effects, txId, { txId, from: 0, outputs: tx.outputs, origin: 'transaction' });
}
