import * as z from 'zod';
import { height, id, method, nAvax, nodeId, subnetId, uint64Text } from '../method';

const heightOrProposed = height.meta({
  description: 'A height, as text or as a number, or "proposed".',
  example: '1000001',
});
const Weights = z.record(
  z.string(),
  z.object({
    publicKey: z
      .string()
      .nullable()
      .meta({ description: 'BLS key; null where there is none.', example: '0x8f95423f7142' }),
    weight: uint64Text('Weight of the validator.', '2000000000000'),
  }),
);

export const getCurrentValidators = method({
  name: 'platform.getCurrentValidators',
  summary: 'The validators of the primary network, of a subnet, or of an L1',
  description:
    'Validators of an L1 have validationID and balance, others txID, startTime and endTime. uptime and connected are what this one node sees. delegators are there where one node alone is asked for.',
  params: z.object({
    subnetID: subnetId,
    nodeIDs: z.array(nodeId).optional().meta({ description: 'Only these; all if absent.' }),
  }),
  result: z.object({ validators: z.array(z.looseObject({ nodeID: nodeId, weight: uint64Text('Weight.', '20') })) }),
  cache: 'block',
});
export const getL1Validator = method({
  name: 'platform.getL1Validator',
  summary: 'A validator of an L1',
  params: z.object({ validationID: id('Id of the validation.') }),
  result: z.looseObject({
    nodeID: nodeId,
    subnetID: id('Id of the L1.'),
    weight: uint64Text('Weight.', '20'),
    balance: nAvax('What is left of its balance; 0 where it is inactive.'),
    height: uint64Text('The height that it is of.', '22345678'),
  }),
  cache: 'block',
});
export const getValidatorsAt = method({
  name: 'platform.getValidatorsAt',
  summary: 'The weights of the validators of a subnet at a height',
  params: z.object({ height: heightOrProposed, subnetID: subnetId }),
  result: Weights,
  // The proposed height moves without a block.
  cache: 1,
});
export const getAllValidatorsAt = method({
  name: 'platform.getAllValidatorsAt',
  summary: 'The same of all subnets',
  params: z.object({ height: heightOrProposed }),
  result: z.object({ validatorSets: z.record(z.string(), z.looseObject({})) }),
  cache: 1,
});
export const sampleValidators = method({
  name: 'platform.sampleValidators',
  summary: 'Some validators of a subnet, drawn by weight',
  params: z.object({
    size: z.union([z.string(), z.int()]).meta({ description: 'How many.', example: 2 }),
    subnetID: subnetId,
  }),
  result: z.object({ validators: z.array(nodeId) }),
  cache: 0,
});
