import * as z from 'zod';
import { integer } from '../../../core/contract/schemas/params';
import { NodeIdParts, SubnetId } from './params';

/** What validators are sorted by. */
const SortBy = z
  .enum(['blockIndex', 'delegationCapacity', 'timeRemaining', 'delegationFee', 'uptimePerformance'], {
    error: 'must be blockIndex, delegationCapacity, timeRemaining, delegationFee or uptimePerformance',
  })
  .meta({ id: 'SortByOption', description: 'What validators are sorted by. blockIndex: when they staked.' });

/** How far a validator's stake is. */
export const ValidationStatus = z
  .enum(['completed', 'active', 'pending', 'removed'], { error: 'must be completed, active, pending or removed' })
  .meta({ id: 'ValidationStatusType', description: "How far a validator's stake is." });

const nAvax = (description: string, example: string) =>
  z
    .string()
    .regex(/^\d{1,20}$/, 'must be nAVAX in decimal digits')
    .optional()
    .meta({ description: `${description} nAVAX.`, example });
const duration = (description: string, example: number) =>
  integer(0, 2 ** 31 - 1)
    .optional()
    .meta({ description: `${description} Seconds.`, example });
const percent = (min: number, description: string, example: number) => {
  const error = `must be a number from ${min} to 100`;
  return z
    .string()
    .regex(/^\d{1,3}(\.\d{1,6})?$/, error)
    .transform(Number)
    .refine((n) => n >= min && n <= 100, error)
    .optional()
    .meta({ type: 'number', minimum: min, maximum: 100, description: `${description} Percent.`, example });
};

/** Filters and order of the list of validators. Both ends of a range are inclusive. */
export const ValidatorFilters = {
  nodeIds: NodeIdParts.optional(),
  subnetId: SubnetId.optional(),
  validationStatus: ValidationStatus.optional(),
  sortBy: SortBy.default('blockIndex'),
  minDelegationCapacity: nAvax('The least that can still be delegated to it.', '0'),
  maxDelegationCapacity: nAvax('The most that can still be delegated to it.', '720000000000000000'),
  minTimeRemaining: duration('The least time until its stake ends.', 0),
  maxTimeRemaining: duration('The most time until its stake ends.', 2_147_483_647),
  minFeePercentage: percent(2, 'The least share of the rewards of its delegators.', 2),
  maxFeePercentage: percent(2, 'The largest share of the rewards of its delegators.', 100),
  minUptimePerformance: percent(0, 'The least uptime.', 90),
  maxUptimePerformance: percent(0, 'The largest uptime.', 100),
};
