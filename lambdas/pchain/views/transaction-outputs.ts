import type { Input } from '../domain/codec/parts';
import type { UnsignedTx } from '../domain/codec/tx';
import { amountIn, getInputs, keyOfOutput } from '../domain/derive';
import { placeOfEffect } from '../domain/places';
import type { Utxo } from '../domain/replay/effects';
import { getUtxo } from '../domain/replay/outputs';
import type { PTxRow, PUtxoRow, SpentOutput } from '../domain/rows';
import type { ShownOutput } from './utxo';

export const spentAmount = ({ assetId, input }: Input) => ({ assetId, amount: amountIn(input) });

/** A proposal takes effect in the next block, at the same time. */
const getBlock = ({ place, time }: PTxRow) =>
  place && time !== undefined ? { created: { block: placeOfEffect(place).block, time } } : {};

export type OutputName = Pick<Utxo, 'txId' | 'outputIndex'>;

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

type OwnOutput = ShownOutput & Utxo & Required<Pick<ShownOutput, 'origin'>>;
/** By index: its own outputs, then the staked or exported ones. */
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

export type OutputRows = ReadonlyMap<string, PUtxoRow>;

/** `rows`: for spending transactions, and later rewards under the transaction's ID. */
export function emittedOutputs(row: PTxRow, tx: UnsignedTx, rows: OutputRows): ShownOutput[] {
  const further = (row.additions.created ?? []).map((output) => ({ ...output, ...getBlock(row) }));
  const emitted = [...ownOutputs(row, tx), ...further].map((output): ShownOutput => {
    const spent = rows.get(keyOfOutput(output))?.spent;
    return spent ? { ...output, spent } : output;
  });
  return [...emitted, ...rewardNames(row, tx).flatMap((one) => rows.get(keyOfOutput(one)) ?? [])];
}

/** Validation and delegatee reward. */
const MAX_REWARDS = 2;

/** Outputs that may have rows: excludes exports, includes possible later rewards. */
export function rowNames(row: PTxRow, tx: UnsignedTx): OutputName[] {
  const own = ownOutputs(row, tx).filter(({ consumedOn }) => consumedOn === undefined);
  return [...own, ...(row.additions.created ?? []), ...rewardNames(row, tx)];
}

/** Rewards of an ended stake are numbered after its outputs. */
function rewardNames(row: PTxRow, tx: UnsignedTx): OutputName[] {
  if (row.rewardTxId === undefined || !('stake' in tx)) return [];
  const from = tx.outputs.length + tx.stake.length;
  return Array.from({ length: MAX_REWARDS }, (_, i) => ({ txId: row.id, outputIndex: from + i }));
}
