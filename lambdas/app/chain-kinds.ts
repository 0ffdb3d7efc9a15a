import type { ChainKind } from '../chain/kind';
import { evmKind } from '../evm/kind';
import { pChainKind } from '../pchain/kind';

/** Every kind of chain. Declared in `contract/chain-kinds.ts`. */
export const chainKinds: readonly ChainKind[] = [evmKind, pChainKind];
