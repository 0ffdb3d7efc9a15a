import type { ChainKind } from '../indexer/chain/chain';
import { evmKind } from '../indexer/evm/kind';
import { pChainKind } from '../indexer/pchain/kind';

/** Every kind of chain. Their declarations are in `contract/chain-kinds.ts`. */
export const chainKinds: readonly ChainKind[] = [evmKind, pChainKind];
