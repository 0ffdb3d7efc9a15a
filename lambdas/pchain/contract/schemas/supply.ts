import * as z from 'zod';
import { decimal, text } from '../../../core/contract/schemas/fields';

const avax = (description: string) => decimal(`${description} In AVAX, as decimal text.`, '454257251.714986502');

export const AvaxSupplyResponse = z
  .object({
    circulatingSupply: avax('Supply that is neither staked nor locked.'),
    totalSupply: avax('Total supply.'),
    totalPBurned: avax('Burned on the P-Chain.'),
    totalCBurned: avax('Burned on the C-Chain.'),
    totalXBurned: avax('Burned on the X-Chain.'),
    totalStaked: avax('Total stake.'),
    totalLocked: avax('Still locked by the genesis.'),
    totalRewards: avax('Staking rewards paid.'),
    lastUpdated: text('Date and time of the figures (RFC 3339).', '2025-11-23T00:00:00.000Z').meta({
      format: 'date-time',
    }),
    genesisUnlock: avax('Unlocked from the genesis.'),
    l1ValidatorFees: avax('Fees paid by L1 validators.'),
  })
  .meta({ id: 'AvaxSupplyResponse', description: 'The supply of AVAX.' });
