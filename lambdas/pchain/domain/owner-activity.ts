import type { UnsignedTx } from './codec/tx';
import { getChainOutputs } from './concerned';
import { ownInputs } from './derive';
import { getUtxo } from './replay/outputs';
import type { PTxRow } from './rows';

export interface OwnerActivity {
  /** Of outputs that the transaction spent, created, staked or returned. */
  readonly owners: ReadonlySet<string>;
  readonly rewarded: ReadonlySet<string>;
}

/** Ignores exported outputs and imported inputs, which belong to other chains. */
export function getOwnerActivity({ additions }: PTxRow, tx: UnsignedTx): OwnerActivity {
  const { spent = [], created = [], returnedTo = [] } = additions;
  const rewarded = created.filter(({ origin }) => origin !== 'refund').flatMap(({ owners }) => owners.addresses);
  return {
    owners: new Set([
      ...spent.slice(0, ownInputs(tx).length).flatMap(({ owners }) => owners.addresses),
      ...getChainOutputs(tx).flatMap((output) => getUtxo('', 0, output).owners.addresses),
      ...created.flatMap(({ owners }) => owners.addresses),
      ...returnedTo,
    ]),
    rewarded: new Set(rewarded),
  };
}
