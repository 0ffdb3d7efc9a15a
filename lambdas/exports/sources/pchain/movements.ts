import type { UnsignedTx } from '../../../pchain/domain/codec/tx';
import { getInputs } from '../../../pchain/domain/derive';
import type { Origin, Utxo } from '../../../pchain/domain/replay/effects';
import type { PlacedTxRow, SpentOutput } from '../../../pchain/domain/rows';
import { getBalances } from '../../../pchain/views/transaction';
import { ownOutputs, spentAmount } from '../../../pchain/views/transaction-outputs';
import type { Own } from './own';

export interface Movement {
  readonly direction: 'in' | 'out';
  readonly output: Utxo;
  readonly origin: Origin | 'genesis';
  readonly addresses: readonly string[];
}

/** `returned`: outputs of an ended genesis stake, which are in neither the transaction's bytes nor its additions. */
export function getMovements(row: PlacedTxRow, tx: UnsignedTx, returned: readonly Utxo[], own: Own): Movement[] {
  const { spent = [], created = [] } = row.additions;
  const out = ('inputs' in tx ? tx.inputs : []).map((input, i) => {
    const { owners, stakeableUntil, origin = 'transaction', created: came } = spent[i] ?? UNKNOWN;
    const { txId, outputIndex } = input;
    const lock = stakeableUntil === undefined ? {} : { stakeableUntil };
    const output: Utxo = { txId, outputIndex, ...spentAmount(input), owners, ...lock };
    return { direction: 'out', output, origin: came?.block === 0 ? 'genesis' : origin } as const;
  });
  const made = [
    ...ownOutputs(row, tx).filter(({ consumedOn }) => consumedOn === undefined),
    ...created,
    ...returned.map((output) => ({ ...output, origin: 'stake' as const })),
  ];
  const all = [...out, ...made.map((one) => ({ direction: 'in', output: one, origin: one.origin }) as const)];
  return all.flatMap((one) => {
    const addresses = own(one.output.owners.addresses);
    return addresses.length > 0 ? [{ ...one, addresses }] : [];
  });
}

const UNKNOWN: SpentOutput = { owners: { locktime: 0n, threshold: 0, addresses: [] } };

interface Burned {
  /** nAVAX moved to balances of L1 validators. */
  readonly balances: bigint;
  readonly fee: bigint;
}

/** 0 if AVAX of others was also spent, as the payer is then ambiguous. */
export function burnedBy(row: PlacedTxRow, tx: UnsignedTx, avaxAssetId: string, own: Own): Burned {
  const isAvax = ({ assetId }: { readonly assetId: string }) => assetId === avaxAssetId;
  const inputs = getInputs(tx);
  const isTheirs = inputs.every(
    (input, i) => !isAvax(input) || own(row.additions.spent?.[i]?.owners.addresses ?? []).length > 0,
  );
  if (!isTheirs) return { balances: 0n, fee: 0n };
  const sum = (all: readonly bigint[]): bigint => all.reduce((total, one) => total + one, 0n);
  const amounts = (all: readonly Pick<Utxo, 'assetId' | 'amount'>[]) => all.filter(isAvax).map(({ amount }) => amount);
  const balances = sum(getBalances(tx));
  const burned = sum(amounts(inputs.map(spentAmount))) - sum(amounts(ownOutputs(row, tx)));
  return { balances, fee: burned - balances };
}
