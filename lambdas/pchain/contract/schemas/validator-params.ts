import * as z from 'zod';
import { integer } from '../../../core/contract/schemas/params';
import { NodeIdParts, SubnetId } from './params';

const SortBy = z
  .enum(['blockIndex', 'delegationCapacity', 'timeRemaining', 'delegationFee', 'uptimePerformance'], {
    error: 'must be blockIndex, delegationCapacity, timeRemaining, delegationFee or uptimePerformance',
  })
  .meta({ id: 'SortByOption', description: 'Sort key of validators. blockIndex: when they staked.' });

export const ValidationStatus = z
  .enum(['completed', 'active', 'pending', 'removed'], { error: 'must be completed, active, pending or removed' })
  .meta({ id: 'ValidationStatusType', description: "Status of a validator's stake." });

const nAvax = (description: string, example: string) =>
  z
    .string()
    .regex(/^\d{1,20}$/, 'must be an amount of nAVAX in decimal digits')
    .optional()
    .meta({ description: `${description} In nAVAX.`, example });
const duration = (description: string, example: number) =>
  integer(0, 2 ** 31 - 1)
    .optional()
    .meta({ description: `${description} In seconds.`, example });
const percent = (min: number, description: string, example: number) => {
  const error = `must be a number from ${min} to 100`;
  return z
    .string()
    .regex(/^\d{1,3}(\.\d{1,6})?$/, error)
    .transform(Number)
    .refine((n) => n >= min && n <= 100, error)
    .optional()
    .meta({ type: 'number', minimum: min, maximum: 100, description: `${description} In percent.`, example });
};

export const L1SortBy = z
  .enum(['blockIndex', 'daysLeft'], { error: 'must be blockIndex or daysLeft' })
  .meta({ id: 'L1SortByOption', description: 'Sort key of L1 validators. blockIndex: when they were registered.' });

export const MaxDaysLeft = z
  .string()
  .regex(/^\d{1,5}(\.\d{1,2})?$/, 'must be a number of days from 0 to 99999.99')
  .transform(Number)
  .meta({
    type: 'number',
    minimum: 0,
    maximum: 99_999.99,
    description: 'Only active validators with at most this many days left.',
    example: 7,
  });

/** Ranges are inclusive. */
export const ValidatorFilters = {
  nodeIds: NodeIdParts.optional(),
  subnetId: SubnetId.optional(),
  validationStatus: ValidationStatus.optional(),
  sortBy: SortBy.default('blockIndex'),
  minDelegationCapacity: nAvax('Minimum remaining delegation capacity.', '0'),
  maxDelegationCapacity: nAvax('Maximum remaining delegation capacity.', '720000000000000000'),
  minTimeRemaining: duration('Minimum time until the stake ends.', 0),
  maxTimeRemaining: duration('Maximum time until the stake ends.', 2_147_483_647),
  minFeePercentage: percent(2, 'Minimum delegation fee.', 2),
  maxFeePercentage: percent(2, 'Maximum delegation fee.', 100),
  minUptimePerformance: percent(0, 'Minimum uptime.', 90),
  maxUptimePerformance: percent(0, 'Maximum uptime.', 100),
};
