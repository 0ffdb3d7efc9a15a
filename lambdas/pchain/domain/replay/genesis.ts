import { intervalAt } from '../../../core/domain/intervals';
import type { TxOf } from '../codec/tx';
import { noEffects } from './effects';
import type { NetworkRules } from './rules';
import { stakeFromGenesis } from './stakers';
import type { PChainState } from './state';

interface GenesisValidator {
  readonly txId: string;
  readonly tx: TxOf<'AddValidatorTx' | 'AddPermissionlessValidatorTx'>;
}

export interface Genesis {
  readonly blockId: string;
  readonly time: number;
  /** Excludes the potential rewards of the validators. */
  readonly supply: bigint;
  readonly validators: readonly GenesisValidator[];
}

export function genesisState({ blockId, time, supply, validators }: Genesis, rules: NetworkRules): PChainState {
  const state: PChainState = {
    height: 0,
    blockId,
    time,
    supply,
    excess: 0n,
    accruedFees: 0n,
    fees: { day: intervalAt('day', time), paid: new Map() },
    l1Validators: new Map(),
    active: new Set(),
    pending: new Map(),
    stakers: new Map(),
    elastic: new Map(),
    validators: new Map(),
    permissioned: new Set(),
    subnets: new Map(),
  };
  const effects = noEffects();
  for (const [i, { txId, tx }] of inNodesOrder(validators).entries())
    stakeFromGenesis({ state, rules, effects, txId, place: { block: 0, tx: i } }, tx);
  return state;
}

// The node's order: each potential reward depends on the supply before it. A genesis lists them by
// descending end; the node pushes them on a heap by end and takes its array as it is (`vdrs.List()`
// of `vms/platformvm/genesis`).
function inNodesOrder(validators: readonly GenesisValidator[]): GenesisValidator[] {
  const heap: GenesisValidator[] = [];
  for (const validator of validators.toSorted((a, b) => Number(b.tx.validator.end - a.tx.validator.end))) {
    heap.push(validator);
    for (let at = heap.length - 1; at > 0; ) {
      const above = (at - 1) >> 1;
      const [child, parent] = [heap[at], heap[above]];
      if (!child || !parent || child.tx.validator.end >= parent.tx.validator.end) break;
      [heap[at], heap[above]] = [parent, child];
      at = above;
    }
  }
  return heap;
}
