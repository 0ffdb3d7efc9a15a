import * as z from 'zod';
import { decimal, text } from '../../../core/contract/schemas/fields';

const avax = (description: string) => decimal(`${description} AVAX, as decimal text.`, '454257251.714986502');

/** The supply of AVAX. */
export const AvaxSupplyResponse = z
  .object({
    circulatingSupply: avax('What is neither staked nor locked.'),
    totalSupply: avax('All there is.'),
    totalPBurned: avax('What the P-chain has burned.'),
    totalCBurned: avax('What the C-chain has burned.'),
    totalXBurned: avax('What the X-chain has burned.'),
    totalStaked: avax('What is staked.'),
    totalLocked: avax('What the genesis still locks.'),
    totalRewards: avax('What stakes were paid.'),
    lastUpdated: text('When this was so: date and time (RFC 3339).', '2025-11-23T00:00:00.000Z').meta({
      format: 'date-time',
    }),
    genesisUnlock: avax('What the genesis has unlocked.'),
    l1ValidatorFees: avax('What L1 validators have paid.'),
  })
  .meta({ id: 'AvaxSupplyResponse', description: 'The supply of AVAX.' });
