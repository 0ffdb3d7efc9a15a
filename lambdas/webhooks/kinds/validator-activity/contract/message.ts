import * as z from 'zod';
import { nodeId, smallestUnit, subnetId } from '../../../../pchain/contract/schemas/fields';
import { L1ValidatorDetailsTransaction } from '../../../../pchain/contract/schemas/l1-validators';
import { PChainTransaction } from '../../../../pchain/contract/schemas/transactions';
import { PChainUtxo } from '../../../../pchain/contract/schemas/utxos';
import { ValidatorSubEvent } from '../../../../pchain/contract/schemas/validator-sub-events';
import { defineFinalMessage } from '../../../contract/schemas/webhook-messages';
import { crossing, eventFields } from '../../pchain/contract/fields';

/** The event type of webhooks that watch validators of a P-Chain. */
export const VALIDATOR_ACTIVITY = 'validator_activity';

/** What happened to a validator. */
const ValidatorEvent = z
  .object({
    eventType: ValidatorSubEvent,
    ...eventFields,
    nodeId,
    subnetId,
    transaction: PChainTransaction.optional().meta({
      description: 'The transaction; absent where none led to it, as a balance falls and runs out with time.',
    }),
    l1Validator: L1ValidatorDetailsTransaction.optional().meta({
      description: 'The L1 validator, after the transaction or the block, where it is one.',
    }),
    rewards: z
      .array(PChainUtxo)
      .optional()
      .meta({ description: 'Of reward_distribution: the rewards that were paid.' }),
    threshold: z
      .object({ balanceThreshold: smallestUnit('The threshold.'), ...crossing })
      .optional()
      .meta({ id: 'ValidatorCrossedThreshold', description: 'Of l1_validator_balance_threshold.' }),
  })
  .meta({ id: 'ValidatorActivityEvent', description: 'What happened to a validator.' });
/** See `ValidatorEvent`. */
export type ValidatorActivityEvent = z.infer<typeof ValidatorEvent>;

/** The body of a message of `validator_activity`. */
export const ValidatorActivityMessage = defineFinalMessage(VALIDATOR_ACTIVITY, ValidatorEvent).meta({
  id: 'WebhookValidatorActivityResponse',
  description: 'A message of a webhook with the event type validator_activity.',
});
