import type { Sha256 } from '../sha256';
import type { BlockEffects } from './effects';
import type { NetworkRules } from './rules';
import type { PChainState, Place } from './state';

export interface ReplayContext {
  readonly rules: NetworkRules;
  readonly sha256: Sha256;
}

export interface Step extends ReplayContext {
  readonly state: PChainState;
  readonly effects: BlockEffects;
  readonly txId: string;
  readonly place: Place;
}
