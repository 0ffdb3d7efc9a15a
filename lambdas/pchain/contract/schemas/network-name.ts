// Without the schemas of answers: requests of other kinds name networks too.
import * as z from 'zod';

/** The network of a path or a request. */
export const NetworkName = z
  .string({ error: 'must be mainnet, fuji, testnet or the name of a configured network' })
  .regex(/^[a-z][a-z0-9-]{0,30}$/, 'must be mainnet, fuji, testnet or the name of a configured network')
  .meta({ description: 'mainnet, fuji, or a network of the configuration. testnet means fuji.', example: 'mainnet' });
