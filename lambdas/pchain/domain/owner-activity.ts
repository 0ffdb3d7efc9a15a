import type { UnsignedTx } from './codec/tx';
import { getChainOutputs } from './concerned';
import { ownInputs } from './derive';
import { getUtxo } from './replay/outputs';
import type { PTxRow } from './rows';

/** Whom a transaction took outputs of the P-chain from, or gave some. Addresses of 20 bytes. */
export interface OwnerActivity {
  /** Owners of an output that it spent, made, staked or paid back. */
  readonly owners: ReadonlySet<string>;
  /** Those of them whom it paid a reward. */
  readonly rewarded: ReadonlySet<string>;
}

/** See `OwnerActivity`. What a transaction exports, or imports from, is an output of another chain. */
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
