import * as z from 'zod';
import { height, id, method, nAvax, nodeId, subnetId, uint64Text } from '../method';

const heightOrProposed = height.meta({
  description: 'A height, as a string or a number, or "proposed".',
  example: '1000001',
});
const Weights = z.record(
  z.string(),
  z.object({
    publicKey: z
      .string()
      .nullable()
      .meta({ description: 'BLS key; null if there is none.', example: '0x8f95423f7142' }),
    weight: uint64Text('Weight of the validator.', '2000000000000'),
  }),
);

export const getCurrentValidators = method({
  name: 'platform.getCurrentValidators',
  summary: 'List the current validators of the primary network, a subnet or an L1',
  description:
    'L1 validators have validationID and balance, others txID, startTime and endTime. uptime and connected are from the view of this node. delegators are only included when a single node is requested.',
  params: z.object({
    subnetID: subnetId,
    nodeIDs: z.array(nodeId).optional().meta({ description: 'Only these nodes; defaults to all.' }),
  }),
  result: z.object({ validators: z.array(z.looseObject({ nodeID: nodeId, weight: uint64Text('Weight.', '20') })) }),
  cache: 'block',
});
export const getL1Validator = method({
  name: 'platform.getL1Validator',
  summary: 'Get an L1 validator',
  params: z.object({ validationID: id('Id of the validation.') }),
  result: z.looseObject({
    nodeID: nodeId,
    subnetID: id('Id of the L1.'),
    weight: uint64Text('Weight.', '20'),
    balance: nAvax('Remaining balance; 0 if the validator is inactive.'),
    height: uint64Text('Height of the value.', '22345678'),
  }),
  cache: 'block',
});
export const getValidatorsAt = method({
  name: 'platform.getValidatorsAt',
  summary: 'Get the validator weights of a subnet at a height',
  params: z.object({ height: heightOrProposed, subnetID: subnetId }),
  result: Weights,
  // The proposed height advances without a block.
  cache: 1,
});
export const getAllValidatorsAt = method({
  name: 'platform.getAllValidatorsAt',
  summary: 'Get the validator weights of all subnets at a height',
  params: z.object({ height: heightOrProposed }),
  result: z.object({ validatorSets: z.record(z.string(), z.looseObject({})) }),
  cache: 1,
});
export const sampleValidators = method({
  name: 'platform.sampleValidators',
  summary: 'Sample validators of a subnet by weight',
  params: z.object({
    size: z.union([z.string(), z.int()]).meta({ description: 'Number of validators.', example: 2 }),
    subnetID: subnetId,
  }),
  result: z.object({ validators: z.array(nodeId) }),
  cache: 0,
});
