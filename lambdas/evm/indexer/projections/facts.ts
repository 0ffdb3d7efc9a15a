import type { Chain } from '../../../core/contract/config';
import type { Item } from '../../../core/table/item';
import type { DerivedBlock } from '../../domain/derive';
import { blockItems, deploymentItems, transferItems } from '../../rows/rows';
import type { Projection } from './projection';

type ChainRef = Pick<Chain, 'chainId' | 'network'>;

/**
 * Rows that are a pure function of a block: its header and transactions, its token transfers, the contracts that it
 * created.
 */
const PURE = [blockItems, transferItems, deploymentItems];

/** They need no reads and no corrections: a rollback deletes their rows. */
export const pureProjections = (chain: ChainRef): Projection[] =>
  PURE.map((items) => ({ facts: (block) => items(block, chain) }));

/** All of their rows of a block. */
export const toItems = (block: DerivedBlock, chain: ChainRef): Item[] => PURE.flatMap((items) => items(block, chain));
