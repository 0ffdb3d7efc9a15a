import * as z from 'zod';
import { text } from '../fields';
import { addresses, nodeId, smallestUnit, subnetId } from './fields';
import { AddressSubEvent, ThresholdBalance, ValidatorKeyType, ValidatorSubEvent } from './sub-events';

const network = text('The network. An extension of this service.', 'mainnet');

/** What answers show of a webhook of addresses of a P-chain, beside what they show of every webhook. */
export const primaryNetworkAddressActivity = {
  network,
  metadata: z
    .object({
      keyType: z.literal('addresses').meta({ description: 'What the keys are.' }),
      keys: addresses('The addresses, in the order of their bytes.'),
      subEvents: z
        .object({
          addressActivitySubEvents: z.array(AddressSubEvent).meta({ description: 'What it is told of.' }),
        })
        .meta({ id: 'PrimaryNetworkAddressActivitySubEvents', description: 'What it is told of.' }),
      balanceThresholdFilter: z
        .object({
          balanceType: ThresholdBalance,
          balanceThreshold: smallestUnit('The message is sent when the balance falls below this.'),
        })
        .optional()
        .meta({ id: 'PrimaryNetworkBalanceThresholdFilter', description: 'When balance_threshold is sent.' }),
    })
    .meta({ id: 'PrimaryNetworkAddressActivityMetadata', description: 'What is watched.' }),
};

/** What answers show of a webhook of validators, beside what they show of every webhook. */
export const validatorActivity = {
  network,
  metadata: z
    .object({
      keyType: ValidatorKeyType,
      keys: z
        .array(text('An id.', 'NodeID-111111111111111111116DBWJs'))
        .meta({ description: 'The id of the node, or of the subnet.' }),
      subEvents: z
        .object({
          validatorActivitySubEvents: z.array(ValidatorSubEvent).meta({ description: 'What it is told of.' }),
        })
        .meta({ id: 'ValidatorActivitySubEvents', description: 'What it is told of.' }),
      nodeIds: z.array(nodeId).optional().meta({ description: 'Where given, only validators of these nodes.' }),
      subnetIds: z.array(subnetId).optional().meta({ description: 'Where given, only validators of these subnets.' }),
      l1ValidatorFeeBalanceThreshold: smallestUnit(
        'l1_validator_balance_threshold is sent when a balance falls below this.',
      ).optional(),
    })
    .meta({ id: 'ValidatorActivityMetadata', description: 'What is watched.' }),
};
