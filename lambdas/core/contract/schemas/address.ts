import * as z from 'zod';
import { address, number, text, url } from './fields';

/** An address as answers show it, with what its contract says of itself where it is a token's. */
export const RichAddress = z
  .object({
    name: text('Name of the contract, where it is known.', 'Wrapped Ether').optional(),
    symbol: text('Symbol of the token, where the address is one.', 'WETH').optional(),
    decimals: number('Decimals of the token, where the address is one.', 18).optional(),
    logoUri: url('Logo of the token, where one is known.', 'https://example.com/logos/weth.svg').optional(),
    address: address('The address.'),
  })
  .meta({ id: 'RichAddress', description: 'An address, with what is known of its contract.' });
