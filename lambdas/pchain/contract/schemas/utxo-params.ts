import * as z from 'zod';
import { Flag, SortOrder } from '../../../core/contract/schemas/params';
import { AssetId } from './params';

/** What outputs are sorted by. */
const SortBy = z
  .enum(['timestamp', 'amount'], { error: 'must be timestamp or amount' })
  .meta({ id: 'UtxosSortByOption', description: 'What outputs are sorted by. timestamp: when they came to be.' });

/** Amounts have 64 bits, up to 20 digits. Text, as page tokens are bound to JSON of the query, which has no bigint. */
const SmallestUnit = z
  .string()
  .regex(/^\d{1,20}$/, 'must be a whole number in decimal digits, 20 at most')
  .meta({ type: 'integer', minimum: 0 });

/** Filters and order of the list of outputs. */
export const UtxoFilters = {
  assetId: AssetId.optional().meta({ description: 'Outputs of this asset alone, in cb58.' }),
  minUtxoAmount: SmallestUnit.optional().meta({
    description: "The least amount of an output, in its asset's smallest unit.",
    example: 1_000,
  }),
  includeSpent: Flag.default(false).meta({ description: 'true: outputs that are spent are listed as well.' }),
  sortBy: SortBy.default('timestamp'),
  sortOrder: SortOrder.default('desc').meta({
    description: 'asc: oldest first, or smallest. desc: newest first, or largest.',
  }),
};
