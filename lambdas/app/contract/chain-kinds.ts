import type { ChainKindSpec } from '../../chain/contract/kind';
import { evmKindSpec } from '../../evm/contract/kind';
import { pChainKindSpec } from '../../pchain/contract/kind';

export const chainKindSpecs: readonly ChainKindSpec[] = [evmKindSpec, pChainKindSpec];
