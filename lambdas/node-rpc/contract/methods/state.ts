import * as z from 'zod';
import { method, nAvax, none, subnetId, time, uint64, uint64Text } from '../method';

const Rate = z.object({
  capacity: uint64('Gas that may be used in one second at most.', 20_000),
  excess: uint64('Gas above the target so far.', 26_956),
  price: uint64('Price of a unit of gas, nAVAX.', 1),
  timestamp: time('Chain time.'),
});

/** The fee state as nodes write it, with bare numbers. */
export const NodeFeeState = z.object({
  excess: uint64('Gas above the target so far.', 26_956),
  price: uint64('What an active validator of an L1 pays, nAVAX a second.', 512),
  timestamp: time('Chain time of the last accepted block.'),
});
const amount = (unit: string, description: string, example: number) =>
  z.object({ value: uint64('All digits of it.', example), unit: z.literal(unit) }).meta({ description });
/** The fee state of the specification: amounts with their units. */
export const FeeState = z.object({
  excess: amount('gas', 'Gas above the target so far.', 26_956),
  price: amount('nAVAX/s', 'What an active validator of an L1 pays.', 512),
  timestamp: time('Chain time of the last accepted block.'),
});

export const getValidatorFeeState = method({
  name: 'platform.getValidatorFeeState',
  summary: 'The fee that validators of L1s pay, and how far above its target their number is',
  description:
    'State of the last accepted block, never projected to now (ACP-77). While the node does not answer, it is that of the last indexed block, where the P-chain is indexed. `excess` and `price` are objects with a unit; with `?format=node` in the URL they are bare numbers, as nodes send them. Both have all digits of an unsigned 64-bit number.',
  params: none,
  result: z.union([FeeState, NodeFeeState]),
  cache: 'block',
});
export const getValidatorFeeConfig = method({
  name: 'platform.getValidatorFeeConfig',
  summary: 'The constants that this fee is computed from',
  params: none,
  result: z.object({
    capacity: uint64('Most active validators of L1s.', 20_000),
    target: uint64('Number of them at which the price stays.', 10_000),
    minPrice: uint64('Lowest price, nAVAX a second.', 512),
    excessConversionConstant: uint64('How slowly the price rises (ACP-103).', 1_246_488_515),
  }),
  cache: 'block',
});
export const getFeeState = method({
  name: 'platform.getFeeState',
  summary: 'The market of gas that transactions pay (ACP-103)',
  params: none,
  result: Rate,
  cache: 'block',
});
export const getFeeConfig = method({
  name: 'platform.getFeeConfig',
  summary: 'The constants of that market',
  params: none,
  result: z.object({
    weights: z.array(uint64('Gas of a byte, a read, a write, and a unit of computation.', 1)),
    maxCapacity: uint64('Gas that may be saved up.', 1_000_000),
    maxPerSecond: uint64('Gas a second at most.', 100_000),
    targetPerSecond: uint64('Gas a second at which the price stays.', 50_000),
    minPrice: uint64('Lowest price, nAVAX.', 1),
    excessConversionConstant: uint64('How slowly the price rises.', 2_164_043),
  }),
  cache: 'block',
});
export const getHeight = method({
  name: 'platform.getHeight',
  summary: 'The height of the last accepted block',
  params: none,
  result: z.object({ height: uint64Text('The height.', '22345678') }),
  cache: 'block',
});
export const getProposedHeight = method({
  name: 'platform.getProposedHeight',
  summary: 'The height at which a block proposed now would look at the validators',
  params: none,
  result: z.object({ height: uint64Text('The height.', '22345670') }),
  cache: 1,
});
export const getTimestamp = method({
  name: 'platform.getTimestamp',
  summary: 'Chain time',
  params: none,
  result: z.object({ timestamp: time('Chain time of the last accepted block.') }),
  cache: 'block',
});
export const getCurrentSupply = method({
  name: 'platform.getCurrentSupply',
  summary: 'An upper bound of the tokens that exist',
  params: z.object({ subnetID: subnetId }),
  result: z.object({ supply: nAvax('The supply.'), height: uint64Text('The height that it is of.', '22345678') }),
  cache: 'block',
});
