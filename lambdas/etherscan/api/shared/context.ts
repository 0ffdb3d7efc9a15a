import type { Chain } from '../../../core/contract/config';
import type { callEtherscan } from '../../contract/endpoints';
import type { Deps } from '../implement';

export interface Context {
  readonly deps: Deps<(typeof callEtherscan)['uses']>;
  readonly chain: Chain;
  /** Identifies the caller while it walks through a list, if anything does. */
  readonly client: string | undefined;
}
