import type { TxOf } from '../codec/tx';
import type { NetworkRules } from './rules';
import { stakeFromGenesis } from './stakers';
import type { PChainState } from './state';

/** What a network begins with. */
export interface Genesis {
  /** The id of the block at height 0. */
  readonly blockId: string;
  /** Unix seconds. */
  readonly time: number;
  /** nAVAX, without the rewards that its validators are promised. */
  readonly supply: bigint;
  /** Its validators, in their order. */
  readonly validators: readonly {
    readonly txId: string;
    readonly tx: TxOf<'AddValidatorTx' | 'AddPermissionlessValidatorTx'>;
  }[];
}

/** The state before block 1. */
export function genesisState({ blockId, time, supply, validators }: Genesis, rules: NetworkRules): PChainState {
  const state: PChainState = {
    ...{ height: 0, blockId, time, supply, excess: 0n, accruedFees: 0n },
    ...{ l1Validators: new Map(), active: new Set(), pending: new Map(), stakers: new Map(), elastic: new Map() },
  };
  for (const { txId, tx } of validators) stakeFromGenesis({ state, rules, txId }, tx);
  return state;
}
