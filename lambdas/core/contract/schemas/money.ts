import * as z from 'zod';
import { number } from './fields';
import { Currency } from './params';

/** A price or a worth, where a price provider is set up. */
export const Money = z
  .object({ currencyCode: Currency, value: number('The amount in that currency.', 12.34) })
  .meta({ id: 'Money', description: 'An amount of a currency.' });
