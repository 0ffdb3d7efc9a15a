import * as z from 'zod';
import { integer, number, seconds, text } from '../../../core/contract/schemas/fields';
import { nextPageToken } from '../../../core/contract/schemas/params';
import { addresses, BlsCredentials, height, id, nodeId, subnetId } from './fields';

const validatorFields = {
  validationId: id('Id of the validation.'),
  validationIdHex: text(
    'The same: 0x and 64 hexadecimal digits.',
    '0x59512b7d7ef5ec09d6a3e02d2a1b2f3f4bb4f3d2b6f23e9ac6b3d6a9ec0de001',
  ),
  nodeId,
  subnetId,
};

/** An L1 validator right after a transaction. Balances in nAVAX. */
export const L1ValidatorDetailsTransaction = z
  .object({
    ...validatorFields,
    weight: number('Its weight after the transaction; 0: it was removed.', 100),
    remainingBalance: number('What is left of its balance after the transaction, nAVAX; 0: inactive.', 100_000_000),
    balanceChange: number(
      'What the transaction added to the balance or, below zero, paid back, nAVAX. Absent if nothing.',
      100_000_000,
    ).optional(),
    blsCredentials: BlsCredentials.optional(),
  })
  .meta({ id: 'L1ValidatorDetailsTransaction', description: 'An L1 validator right after a transaction.' });
/** An L1 validator right after a transaction. */
export type L1ValidatorDetailsTransaction = z.infer<typeof L1ValidatorDetailsTransaction>;

/** Addresses that sign together. */
export const BalanceOwner = z
  .object({ addresses: addresses('The owners.'), threshold: integer('How many of them must sign.', 1) })
  .meta({ id: 'BalanceOwner', description: 'Who decides about an L1 validator, or owns its balance.' });

/** An L1 validator. Balances in nAVAX. */
export const L1ValidatorDetailsFull = z
  .object({
    ...validatorFields,
    weight: number('Its weight among the validators of its L1.', 100),
    remainingBalance: number('What is left of its balance at blockHeight, nAVAX; 0: inactive.', 99_482_112),
    creationTimestamp: seconds('When it was registered.'),
    blsCredentials: BlsCredentials,
    remainingBalanceOwner: BalanceOwner.meta({ description: 'Who gets what is left of its balance.' }),
    deactivationOwner: BalanceOwner.meta({ description: 'Who may disable it.' }),
  })
  .meta({ id: 'L1ValidatorDetailsFull', description: 'A validator of an L1.' });
/** An L1 validator. */
export type L1ValidatorDetailsFull = z.infer<typeof L1ValidatorDetailsFull>;

/** A page of L1 validators. */
export const ListL1ValidatorsResponse = z
  .object({
    nextPageToken,
    validators: z.array(L1ValidatorDetailsFull).meta({ description: 'The validators of this page, newest first.' }),
    blockHeight: height('Height of the block after which balances are as shown.'),
  })
  .meta({ id: 'ListL1ValidatorsResponse', description: 'A page of L1 validators.' });
