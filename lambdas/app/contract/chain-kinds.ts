import type { ChainKindSpec } from '../../chain/contract/kind';
import { evmKindSpec } from '../../evm/contract/kind';
import { pChainKindSpec } from '../../pchain/contract/kind';

/** Every kind of chain that can be configured. Implemented in `../chain-kinds.ts`. */
export const chainKindSpecs: readonly ChainKindSpec[] = [evmKindSpec, pChainKindSpec];
