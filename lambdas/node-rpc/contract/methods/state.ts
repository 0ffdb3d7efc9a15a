import * as z from 'zod';
import { method, nAvax, none, subnetId, time, uint64, uint64Text } from '../method';

const Rate = z.object({
  capacity: uint64('Gas that can currently be consumed.', 20_000),
  excess: uint64('Accumulated gas above the target.', 26_956),
  price: uint64('Price per unit of gas, nAVAX.', 1),
  timestamp: time('Chain time.'),
});

/** As nodes send it, with bare numbers. */
export const NodeFeeState = z.object({
  excess: uint64('Accumulated gas above the target.', 26_956),
  price: uint64('Fee of an active L1 validator, nAVAX per second.', 512),
  timestamp: time('Chain time of the last accepted block.'),
});
const amount = (unit: string, description: string, example: number) =>
  z.object({ value: uint64('The value, with all digits.', example), unit: z.literal(unit) }).meta({ description });
export const FeeState = z.object({
  excess: amount('gas', 'Accumulated gas above the target.', 26_956),
  price: amount('nAVAX/s', 'Fee of an active L1 validator.', 512),
  timestamp: time('Chain time of the last accepted block.'),
});

export const getValidatorFeeState = method({
  name: 'platform.getValidatorFeeState',
  summary: 'Get the state of the L1 validator fee',
  description:
    'State after the last accepted block, not extrapolated to now (ACP-77). While the node is down, the state after the last indexed block, if the P-Chain is indexed. `excess` and `price` are objects with a unit; with `?format=node` in the URL they are bare numbers, as nodes send them. Both have the full precision of an unsigned 64-bit integer.',
  params: none,
  result: z.union([FeeState, NodeFeeState]),
  cache: 'block',
});
export const getValidatorFeeConfig = method({
  name: 'platform.getValidatorFeeConfig',
  summary: 'Get the parameters of the L1 validator fee',
  params: none,
  result: z.object({
    capacity: uint64('Maximum number of active L1 validators.', 20_000),
    target: uint64('Target number, at which the price is stable.', 10_000),
    minPrice: uint64('Minimum price, nAVAX per second.', 512),
    excessConversionConstant: uint64('Damping of price changes (ACP-103).', 1_246_488_515),
  }),
  cache: 'block',
});
export const getFeeState = method({
  name: 'platform.getFeeState',
  summary: 'Get the state of the dynamic fee of transactions (ACP-103)',
  params: none,
  result: Rate,
  cache: 'block',
});
export const getFeeConfig = method({
  name: 'platform.getFeeConfig',
  summary: 'Get the parameters of the dynamic fee of transactions',
  params: none,
  result: z.object({
    weights: z.array(uint64('Gas per byte, read, write and unit of computation.', 1)),
    maxCapacity: uint64('Maximum gas capacity.', 1_000_000),
    maxPerSecond: uint64('Maximum gas per second.', 100_000),
    targetPerSecond: uint64('Target gas per second, at which the price is stable.', 50_000),
    minPrice: uint64('Minimum price, nAVAX.', 1),
    excessConversionConstant: uint64('Damping of price changes.', 2_164_043),
  }),
  cache: 'block',
});
export const getHeight = method({
  name: 'platform.getHeight',
  summary: 'Get the height of the last accepted block',
  params: none,
  result: z.object({ height: uint64Text('The height.', '22345678') }),
  cache: 'block',
});
export const getProposedHeight = method({
  name: 'platform.getProposedHeight',
  summary: 'Get the height of the validator set for a block proposed now',
  params: none,
  result: z.object({ height: uint64Text('The height.', '22345670') }),
  cache: 1,
});
export const getTimestamp = method({
  name: 'platform.getTimestamp',
  summary: 'Get the chain time',
  params: none,
  result: z.object({ timestamp: time('Chain time of the last accepted block.') }),
  cache: 'block',
});
export const getCurrentSupply = method({
  name: 'platform.getCurrentSupply',
  summary: 'Get an upper bound of the token supply',
  params: z.object({ subnetID: subnetId }),
  result: z.object({ supply: nAvax('The supply.'), height: uint64Text('Height of the value.', '22345678') }),
  cache: 'block',
});
