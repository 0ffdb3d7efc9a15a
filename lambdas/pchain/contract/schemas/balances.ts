import * as z from 'zod';
import { text } from '../../../core/contract/schemas/fields';
import { AggregatedAssetAmount } from './assets';
import { PrimaryNetworkChainInfo } from './blocks';
import { id, smallestUnit } from './fields';

const SharedAsset = z
  .object({
    ...AggregatedAssetAmount.shape,
    sharedWithChainId: id('The other chain.'),
    status: text('Status of the transfer.', 'Imported'),
  })
  .meta({ id: 'PChainSharedAsset', description: 'An asset in transfer between two chains.' });

const sums = (description: string) =>
  z.array(AggregatedAssetAmount).meta({ description: `${description} Per asset, sorted by asset id.` });
const onTheWay = z.array(SharedAsset).meta({ description: 'Always empty: P-Chain blocks do not contain it.' });

export const PChainBalance = z
  .object({
    unlockedUnstaked: sums('Spendable now.'),
    unlockedStaked: sums('Staked, and spendable when the stake ends.'),
    lockedPlatform: sums('Locked: can be neither spent nor staked yet.'),
    lockedStakeable: sums('Locked, but can be staked.'),
    lockedStaked: sums('Staked, and still locked otherwise.'),
    pendingStaked: sums('Staked by a stake that has not started yet.'),
    restakedRewards: smallestUnit(
      'Restaked rewards of validators, which have no output until the stake ends (ACP-236): of stakes owned by these addresses, and rewards that they will receive. Absent with a blockTimestamp above 0 and in webhook messages.',
    ).optional(),
    atomicMemoryUnlocked: onTheWay,
    atomicMemoryLocked: onTheWay,
  })
  .meta({
    id: 'PChainBalance',
    description: 'P-Chain balances of addresses. Each output counts towards exactly one of the sums.',
  });
export type PChainBalance = z.infer<typeof PChainBalance>;

export const ListPChainBalancesResponse = z
  .object({ balances: PChainBalance, chainInfo: PrimaryNetworkChainInfo })
  .meta({ id: 'ListPChainBalancesResponse', description: 'P-Chain balances of addresses.' });
