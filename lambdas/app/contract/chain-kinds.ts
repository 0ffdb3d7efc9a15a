import type { ChainKindSpec } from '../../contract/chain-kind';
import { evmKindSpec } from '../../contract/evm-kind';
import { pChainKindSpec } from '../../contract/pchain-kind';

/** Every kind of chain that a configuration can name. Their code is in `../chain-kinds.ts`. */
export const chainKindSpecs: readonly ChainKindSpec[] = [evmKindSpec, pChainKindSpec];
