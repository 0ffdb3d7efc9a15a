import * as z from 'zod';
import { text } from '../../../core/contract/schemas/fields';
import { AggregatedAssetAmount } from './assets';
import { PrimaryNetworkChainInfo } from './blocks';
import { id, smallestUnit } from './fields';

const SharedAsset = z
  .object({
    ...AggregatedAssetAmount.shape,
    sharedWithChainId: id('The other chain.'),
    status: text('How far the transfer is.', 'Imported'),
  })
  .meta({ id: 'PChainSharedAsset', description: 'An asset on its way between two chains.' });

const sums = (description: string) =>
  z.array(AggregatedAssetAmount).meta({ description: `${description} By asset, sorted by its id.` });
const onTheWay = z.array(SharedAsset).meta({ description: 'Always empty: no block of the P-chain says it.' });

/** What addresses own on the P-chain. Each output is in one of the sums. */
export const PChainBalance = z
  .object({
    unlockedUnstaked: sums('What can be spent.'),
    unlockedStaked: sums('What is staked, and can be spent when its stake has ended.'),
    lockedPlatform: sums('What can be neither spent nor staked yet.'),
    lockedStakeable: sums('What cannot be spent yet, but can be staked.'),
    lockedStaked: sums('What is staked, and would be locked otherwise.'),
    pendingStaked: sums('What is staked by a stake that has not begun.'),
    restakedRewards: smallestUnit(
      'Rewards that validators have staked again and that have no output until the stake ends (ACP-236): of stakes that these addresses own, and rewards that they will get. Absent with a blockTimestamp above 0 and in webhook messages.',
    ).optional(),
    atomicMemoryUnlocked: onTheWay,
    atomicMemoryLocked: onTheWay,
  })
  .meta({ id: 'PChainBalance', description: 'What addresses own on the P-chain: each output is in one of the sums.' });
/** What addresses own on the P-chain. */
export type PChainBalance = z.infer<typeof PChainBalance>;

/** What addresses own on the P-chain, and where that is. */
export const ListPChainBalancesResponse = z
  .object({ balances: PChainBalance, chainInfo: PrimaryNetworkChainInfo })
  .meta({ id: 'ListPChainBalancesResponse', description: 'What addresses own on the P-chain.' });
