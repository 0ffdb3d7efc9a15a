import * as z from 'zod';

/** An address as answers show it, with what its contract says of itself where it is a token's. */
export const RichAddress = z
  .object({
    name: z.string().optional(),
    symbol: z.string().optional(),
    decimals: z.number().optional(),
    logoUri: z.string().optional(),
    address: z.string().meta({ description: 'EIP-55 checksummed.' }),
  })
  .meta({ id: 'RichAddress' });
