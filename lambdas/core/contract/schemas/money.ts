import * as z from 'zod';
import { number } from './fields';
import { Currency } from './params';

/** Only with a price service. */
export const Money = z
  .object({ currencyCode: Currency, value: number('The amount in that currency.', 12.34) })
  .meta({ id: 'Money', description: 'An amount of a currency.' });
