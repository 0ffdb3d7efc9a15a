import * as z from 'zod';
import { address, number, text, url } from './fields';

export const RichAddress = z
  .object({
    name: text('Name of the contract, if known.', 'Wrapped Ether').optional(),
    symbol: text('Symbol, if the address is a token.', 'WETH').optional(),
    decimals: number('Decimals, if the address is a token.', 18).optional(),
    logoUri: url('Logo of the token, if known.', 'https://example.com/logos/weth.svg').optional(),
    address: address('The address.'),
  })
  .meta({ id: 'RichAddress', description: 'An address with the known metadata of its contract.' });
