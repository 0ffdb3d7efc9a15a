import * as z from 'zod';
import { integer, number, seconds, text } from '../../../core/contract/schemas/fields';
import { nextPageToken } from '../../../core/contract/schemas/params';
import { addresses, BlsCredentials, height, id, nodeId, subnetId } from './fields';

const validatorFields = {
  validationId: id('Id of the validation.'),
  validationIdHex: text(
    'validationId as 0x and 64 hexadecimal digits.',
    '0x59512b7d7ef5ec09d6a3e02d2a1b2f3f4bb4f3d2b6f23e9ac6b3d6a9ec0de001',
  ),
  nodeId,
  subnetId,
};

export const L1ValidatorDetailsTransaction = z
  .object({
    ...validatorFields,
    weight: number('Weight after the transaction; 0 if it was removed.', 100),
    remainingBalance: number('Balance after the transaction, nAVAX; 0 if inactive.', 100_000_000),
    balanceChange: number(
      'Amount that the transaction added to the balance or, if negative, returned, nAVAX. Absent if none.',
      100_000_000,
    ).optional(),
    blsCredentials: BlsCredentials.optional(),
  })
  .meta({ id: 'L1ValidatorDetailsTransaction', description: 'An L1 validator as of right after a transaction.' });
export type L1ValidatorDetailsTransaction = z.infer<typeof L1ValidatorDetailsTransaction>;

export const BalanceOwner = z
  .object({ addresses: addresses('The owners.'), threshold: integer('Number of required signatures.', 1) })
  .meta({ id: 'BalanceOwner', description: 'Owners of an L1 validator or of its balance.' });

export const L1ValidatorDetailsFull = z
  .object({
    ...validatorFields,
    weight: number('Weight among the validators of its L1.', 100),
    remainingBalance: number('Balance at blockHeight, nAVAX; 0 if inactive.', 99_482_112),
    daysLeft: number(
      'Days from that block to runsOutAt, rounded down to two decimals. Absent if inactive.',
      12.34,
    ).optional(),
    runsOutAt: seconds(
      'When the balance runs out if the fee stays at its rate as of blockHeight. The rate rises while more validators are active than the target of the network, and falls while fewer are. Absent if inactive.',
    ).optional(),
    creationTimestamp: seconds('Time of registration.'),
    blsCredentials: BlsCredentials,
    remainingBalanceOwner: BalanceOwner.meta({ description: 'Recipients of the remaining balance.' }),
    deactivationOwner: BalanceOwner.meta({ description: 'Owners that may disable the validator.' }),
  })
  .meta({ id: 'L1ValidatorDetailsFull', description: 'A validator of an L1.' });
export type L1ValidatorDetailsFull = z.infer<typeof L1ValidatorDetailsFull>;

export const ListL1ValidatorsResponse = z
  .object({
    nextPageToken,
    validators: z.array(L1ValidatorDetailsFull).meta({ description: 'The validators of this page.' }),
    blockHeight: height('Block height of the balances.'),
  })
  .meta({ id: 'ListL1ValidatorsResponse', description: 'A page of L1 validators.' });
