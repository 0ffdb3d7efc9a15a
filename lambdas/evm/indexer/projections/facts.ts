import type { Chain } from '../../../core/contract/config';
import type { Item } from '../../../core/table/item';
import type { DerivedBlock } from '../../domain/derive';
import { blockItems, deploymentItems, transferItems } from '../../rows/rows';
import type { Projection } from './projection';

type ChainRef = Pick<Chain, 'chainId' | 'network'>;

const PURE = [blockItems, transferItems, deploymentItems];

/** Without reads or corrections: a rollback only deletes their rows. */
export const pureProjections = (chain: ChainRef): Projection[] =>
  PURE.map((items) => ({ facts: (block) => items(block, chain) }));

export const toItems = (block: DerivedBlock, chain: ChainRef): Item[] => PURE.flatMap((items) => items(block, chain));
