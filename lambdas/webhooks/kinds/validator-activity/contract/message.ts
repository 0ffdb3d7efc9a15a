import * as z from 'zod';
import { integer, seconds } from '../../../../core/contract/schemas/fields';
import { nodeId, smallestUnit, subnetId } from '../../../../pchain/contract/schemas/fields';
import { L1ValidatorDetailsTransaction } from '../../../../pchain/contract/schemas/l1-validators';
import { PChainTransaction } from '../../../../pchain/contract/schemas/transactions';
import { PChainUtxo } from '../../../../pchain/contract/schemas/utxos';
import { ValidatorSubEvent } from '../../../../pchain/contract/schemas/validator-sub-events';
import { defineFinalMessage } from '../../../contract/schemas/webhook-messages';
import { crossing, eventFields } from '../../pchain/contract/fields';

export const VALIDATOR_ACTIVITY = 'validator_activity';

const ValidatorEvent = z
  .object({
    eventType: ValidatorSubEvent,
    ...eventFields,
    nodeId,
    subnetId,
    transaction: PChainTransaction.optional().meta({
      description:
        'The transaction that caused the event. Absent if none did: balances fall, and stakes near their end, without one.',
    }),
    l1Validator: L1ValidatorDetailsTransaction.optional().meta({
      description: 'The L1 validator after the transaction or block, if it is one.',
    }),
    rewards: z.array(PChainUtxo).optional().meta({ description: 'reward_distribution only: the rewards paid.' }),
    threshold: z
      .object({ balanceThreshold: smallestUnit('The threshold.'), ...crossing })
      .optional()
      .meta({
        id: 'ValidatorCrossedThreshold',
        description: 'l1_validator_balance_threshold only: the crossed threshold.',
      }),
    runway: z
      .object({
        runwayDays: integer('The value of runwayDays that was reached.', 7),
        runsOutAt: seconds('When the balance runs out, at the fee as of the block.'),
      })
      .optional()
      .meta({ id: 'ValidatorRunway', description: 'l1_validator_runway only: when the balance runs out.' }),
    ending: z
      .object({
        daysBefore: integer('The value of daysBefore that was reached.', 7),
        endTimestamp: seconds('When the stake ends.'),
      })
      .optional()
      .meta({ id: 'ValidatorEnding', description: 'stake_ending and delegation_ending only: when the stake ends.' }),
  })
  .meta({ id: 'ValidatorActivityEvent', description: 'An event of a validator.' });
export type ValidatorActivityEvent = z.infer<typeof ValidatorEvent>;

export const ValidatorActivityMessage = defineFinalMessage(VALIDATOR_ACTIVITY, ValidatorEvent).meta({
  id: 'WebhookValidatorActivityResponse',
  description: 'A validator_activity message.',
});
