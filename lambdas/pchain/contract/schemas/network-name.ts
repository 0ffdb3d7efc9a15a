// Separate from response schemas, because requests of other capabilities name networks too.
import * as z from 'zod';

export const NetworkName = z
  .string({ error: 'must be mainnet, fuji, testnet or the name of a configured network' })
  .regex(/^[a-z][a-z0-9-]{0,30}$/, 'must be mainnet, fuji, testnet or the name of a configured network')
  .meta({ description: 'mainnet, fuji or a configured network. testnet is an alias of fuji.', example: 'mainnet' });
