import type { ChainKind } from '../chain/kind';
import { evmKind } from '../evm/kind';
import { pChainKind } from '../pchain/kind';

export const chainKinds: readonly ChainKind[] = [evmKind, pChainKind];
