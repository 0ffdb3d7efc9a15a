import type { Input } from '../domain/codec/parts';
import type { UnsignedTx } from '../domain/codec/tx';
import { amountIn, getInputs, keyOfOutput } from '../domain/derive';
import { placeOfEffect } from '../domain/places';
import type { Utxo } from '../domain/replay/effects';
import { getUtxo } from '../domain/replay/outputs';
import type { PTxRow, PUtxoRow, SpentOutput } from '../domain/rows';
import type { ShownOutput } from './utxo';

/** What an input spends: an amount in the smallest unit of its asset. */
export const spentAmount = ({ assetId, input }: Input) => ({ assetId, amount: amountIn(input) });

/**
 * When outputs come to be by a transaction, or are spent by it, if its block is indexed. The block that decides a proposal is
 * of the same time.
 */
const getBlock = ({ place, time }: PTxRow) =>
  place && time !== undefined ? { created: { block: placeOfEffect(place).block, time } } : {};

/** What an output is named by. */
export type OutputName = Pick<Utxo, 'txId' | 'outputIndex'>;

/** The outputs that a transaction spends, by input. */
export function consumedOutputs(row: PTxRow, tx: UnsignedTx): ShownOutput[] {
  const { created: here } = getBlock(row);
  return getInputs(tx).map((input, i) => {
    const known: Partial<SpentOutput> = row.additions.spent?.[i] ?? {};
    const { txId, outputIndex } = input;
    const createdOn = 'sourceChain' in tx && i >= tx.inputs.length ? tx.sourceChain : undefined;
    return {
      txId,
      outputIndex,
      ...spentAmount(input),
      ...known,
      ...(here ? { spent: { by: row.id, ...here } } : {}),
      ...(createdOn === undefined ? {} : { origin: 'transaction', createdOn, ...getBlock(row) }),
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
          output,
          origin: 'transaction' as const,
          consumedOn: tx.destinationChain,
        }))
      : []),
  ];
  return outputs.map(({ output, ...more }, i) => ({ ...getUtxo(row.id, i, output), ...getBlock(row), ...more }));
}

/** Rows of outputs by `keyOfOutput`. */
export type OutputRows = ReadonlyMap<string, PUtxoRow>;

/**
 * All outputs that a transaction leads to. `rows`: they say what spent them, and have the rewards that were paid later under
 * the id of this transaction.
 */
export function emittedOutputs(row: PTxRow, tx: UnsignedTx, rows: OutputRows): ShownOutput[] {
  const further = (row.additions.created ?? []).map((output) => ({ ...output, ...getBlock(row) }));
  const emitted = [...ownOutputs(row, tx), ...further].map((output): ShownOutput => {
    const spent = rows.get(keyOfOutput(output))?.spent;
    return spent ? { ...output, spent } : output;
  });
  return [...emitted, ...rewardNames(row, tx).flatMap((one) => rows.get(keyOfOutput(one)) ?? [])];
}

/** A stake is paid two rewards at most: for itself, and for what was delegated to it. */
const MAX_REWARDS = 2;

/** The names of the outputs of a transaction that may have rows: those of the P-chain, and rewards that may be paid later. */
export function rowNames(row: PTxRow, tx: UnsignedTx): OutputName[] {
  const own = ownOutputs(row, tx).filter(({ consumedOn }) => consumedOn === undefined);
  return [...own, ...(row.additions.created ?? []), ...rewardNames(row, tx)];
}

/** The rewards of a stake that ended are numbered after its outputs. */
function rewardNames(row: PTxRow, tx: UnsignedTx): OutputName[] {
  if (row.rewardTxId === undefined || !('stake' in tx)) return [];
  const from = tx.outputs.length + tx.stake.length;
  return Array.from({ length: MAX_REWARDS }, (_, i) => ({ txId: row.id, outputIndex: from + i }));
}
