import type { Input } from '../../../domain/pchain/codec/parts';
import type { UnsignedTx } from '../../../domain/pchain/codec/tx';
import { amountIn, inputsOf, keyOfOutput } from '../../../domain/pchain/derive';
import { placeOfEffect } from '../../../domain/pchain/places';
import type { Utxo } from '../../../domain/pchain/replay/effects';
import { utxoOf } from '../../../domain/pchain/replay/outputs';
import type { PTxRow, PUtxoRow, SpentOutput } from '../../../domain/pchain/rows';
import type { ShownOutput } from './utxo';

/** What an input spends: an amount in the smallest unit of its asset. */
export const spentAmount = ({ assetId, input }: Input) => ({ assetId, amount: amountIn(input) });

/**
 * When outputs come to be by a transaction, or are spent by it, if its block is indexed. The block that decides a proposal is
 * of the same time.
 */
const blockOf = ({ place, time }: PTxRow) =>
  place && time !== undefined ? { created: { block: placeOfEffect(place).block, time } } : {};

/** The outputs that a transaction spends, by input. */
export function consumedOutputs(row: PTxRow, tx: UnsignedTx): ShownOutput[] {
  const { created: here } = blockOf(row);
  return inputsOf(tx).map((input, i) => {
    const known: Partial<SpentOutput> = row.additions.spent?.[i] ?? {};
    const { txId, outputIndex } = input;
    const createdOn = 'sourceChain' in tx && i >= tx.inputs.length ? tx.sourceChain : undefined;
    return {
      ...{ txId, outputIndex, ...spentAmount(input), ...known },
      ...(here ? { spent: { by: row.id, ...here } } : {}),
      ...(createdOn === undefined ? {} : { origin: 'transaction', createdOn, ...blockOf(row) }),
    };
  });
}

/** An output that a transaction says itself. */
type OwnOutput = ShownOutput & Utxo & Required<Pick<ShownOutput, 'origin'>>;
/** The outputs that the bytes of a transaction say, in their order: its own, then what it stakes or exports. */
export function ownOutputs(row: PTxRow, tx: UnsignedTx): OwnOutput[] {
  const { stake } = row.additions;
  const staked = stake ? { staked: { start: stake.start, end: stake.end } } : {};
  const outputs = [
    ...('outputs' in tx ? tx.outputs.map((output) => ({ output, origin: 'transaction' as const })) : []),
    ...('stake' in tx ? tx.stake.map((output) => ({ output, origin: 'stake' as const, ...staked })) : []),
    ...('exportedOutputs' in tx
      ? tx.exportedOutputs.map((output) => ({
          ...{ output, origin: 'transaction' as const, consumedOn: tx.destinationChain },
        }))
      : []),
  ];
  return outputs.map(({ output, ...more }, i) => ({ ...utxoOf(row.id, i, output), ...blockOf(row), ...more }));
}

/** All outputs that a transaction leads to. `rows`: what is known of them, which says what spent them. */
export function emittedOutputs(row: PTxRow, tx: UnsignedTx, rows: readonly PUtxoRow[]): ShownOutput[] {
  const further = (row.additions.created ?? []).map((output) => ({ ...output, ...blockOf(row) }));
  const known = new Map(rows.map((one) => [keyOfOutput(one), one.spent]));
  return [...ownOutputs(row, tx), ...further].map((output) => {
    const spent = known.get(keyOfOutput(output));
    return spent ? { ...output, spent } : output;
  });
}
