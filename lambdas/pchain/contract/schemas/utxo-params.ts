import * as z from 'zod';
import { Flag, SortOrder } from '../../../core/contract/schemas/params';
import { AssetId } from './params';

const SortBy = z
  .enum(['timestamp', 'amount'], { error: 'must be timestamp or amount' })
  .meta({ id: 'UtxosSortByOption', description: 'Sort key of outputs. timestamp: creation time.' });

/** 64-bit, kept as text: page tokens are bound to the query's JSON, which has no bigint. */
const SmallestUnit = z
  .string()
  .regex(/^\d{1,20}$/, 'must be a whole number of at most 20 decimal digits')
  .meta({ type: 'integer', minimum: 0 });

export const UtxoFilters = {
  assetId: AssetId.optional().meta({ description: 'Only outputs of this asset, by asset id in cb58.' }),
  minUtxoAmount: SmallestUnit.optional().meta({
    description: 'Minimum amount of an output, in the smallest unit of its asset.',
    example: 1_000,
  }),
  includeSpent: Flag.default(false).meta({ description: 'true: include spent outputs.' }),
  sortBy: SortBy.default('timestamp'),
  sortOrder: SortOrder.default('desc').meta({
    description: 'asc: oldest first, or smallest. desc: newest first, or largest.',
  }),
};
