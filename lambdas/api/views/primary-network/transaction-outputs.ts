import type { Input } from '../../../domain/pchain/codec/parts';
import type { UnsignedTx } from '../../../domain/pchain/codec/tx';
import { amountIn, executedIn, inputsOf, keyOfOutput } from '../../../domain/pchain/derive';
import { utxoOf } from '../../../domain/pchain/replay/outputs';
import type { PTxRow, PUtxoRow, SpentOutput } from '../../../domain/pchain/rows';
import type { NetworkIds } from './owners';
import type { ShownOutput } from './utxo';

/** What an input spends: an amount in the smallest unit of its asset. */
export const spentAmount = ({ assetId, input }: Input) => ({ assetId, amount: amountIn(input) });

const UNKNOWN: SpentOutput = { owners: { locktime: 0n, threshold: 0, addresses: [] } };

/** When outputs come to be by a transaction, or are spent by it. The block that decides a proposal is of the same time. */
const hereOf = ({ place, time }: PTxRow) => ({ block: executedIn(place), time });

/** The outputs that a transaction spends, by input. */
export function consumedOutputs(row: PTxRow, tx: UnsignedTx, { genesisTime }: NetworkIds): ShownOutput[] {
  const here = hereOf(row);
  return inputsOf(tx).map((input, i) => {
    const { origin = 'transaction', created, ...known } = row.additions.spent?.[i] ?? UNKNOWN;
    const { txId, outputIndex } = input;
    const createdOn = 'sourceChain' in tx && i >= tx.inputs.length ? tx.sourceChain : undefined;
    return {
      ...{ txId, outputIndex, ...spentAmount(input), ...known, origin, spent: { by: row.id, ...here } },
      // Outputs of this chain without a known beginning are those of its genesis.
      ...(createdOn === undefined
        ? { created: created ?? { block: 0, time: genesisTime } }
        : { createdOn, created: here }),
    };
  });
}

/** The outputs that the bytes of a transaction say, in their order: its own, then what it stakes or exports. */
export function ownOutputs(row: PTxRow, tx: UnsignedTx): ShownOutput[] {
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
  const created = hereOf(row);
  return outputs.map(({ output, ...more }, i) => ({ ...utxoOf(row.id, i, output), created, ...more }));
}

/** All outputs that a transaction leads to. `rows`: what is known of them, which says what spent them. */
export function emittedOutputs(row: PTxRow, tx: UnsignedTx, rows: readonly PUtxoRow[]): ShownOutput[] {
  const created = hereOf(row);
  const further = (row.additions.created ?? []).map((output) => ({ ...output, created }));
  const known = new Map(rows.map((one) => [keyOfOutput(one), one.spent]));
  return [...ownOutputs(row, tx), ...further].map((output) => {
    const spent = known.get(keyOfOutput(output));
    return spent ? { ...output, spent } : output;
  });
}
