import * as z from 'zod';
import { address, encoding, method, nAvax, subnetId, uint64Text } from '../method';

const addresses = z.array(address).meta({ description: 'Addresses, at most 1,024.' });
const Index = z.object({
  address,
  utxo: z
    .string()
    .meta({ description: 'Id of the output.', example: '2Sz2XwRYqUHwPeiKoRnZ6ht88YqzAF1SQjMYZQQaB5wBFkAqST' }),
});
const ofAssets = z.record(z.string(), nAvax('Amount of an asset.'));
const encodedBy = z.string().meta({ description: 'Encoding of the bytes.', example: 'hex' });

export const getBalance = method({
  name: 'platform.getBalance',
  summary: 'Get the balance of addresses',
  params: z.object({ addresses }),
  result: z.looseObject({
    balance: nAvax('Total balance.'),
    unlocked: nAvax('Spendable balance.'),
    balances: ofAssets,
  }),
  cache: 'block',
  deprecated: true,
});
export const getUTXOs = method({
  name: 'platform.getUTXOs',
  summary: 'Get the outputs that addresses can spend',
  params: z.object({
    addresses,
    sourceChain: z
      .string()
      .optional()
      .meta({ description: 'The chain that the outputs were exported from; defaults to the P-Chain.', example: 'C' }),
    limit: z
      .union([z.string(), z.int()])
      .optional()
      .meta({ description: 'Maximum number of outputs, up to 1,024.', example: 100 }),
    startIndex: Index.optional().meta({ description: 'The endIndex of the previous page.' }),
    encoding,
  }),
  result: z.object({
    numFetched: uint64Text('Number of outputs.', '1'),
    utxos: z.array(z.string()).meta({ description: 'The encoded outputs.' }),
    endIndex: Index.meta({ description: 'Start of the next page.' }),
    encoding: encodedBy,
  }),
  cache: 1,
});
export const getStake = method({
  name: 'platform.getStake',
  summary: 'Get the stake of addresses',
  params: z.object({
    addresses,
    validatorsOnly: z.boolean().optional().meta({ description: 'true: exclude delegations.' }),
    encoding,
  }),
  result: z.object({
    staked: nAvax('Total stake.'),
    stakeds: ofAssets,
    stakedOutputs: z.array(z.string()).meta({ description: 'The encoded outputs.' }),
    encoding: encodedBy,
  }),
  cache: 'block',
  deprecated: true,
});
export const getMinStake = method({
  name: 'platform.getMinStake',
  summary: 'Get the minimum stake of validators and delegators',
  params: z.object({ subnetID: subnetId }),
  result: z.object({
    minValidatorStake: nAvax('Minimum stake of a validator.'),
    minDelegatorStake: nAvax('Minimum stake of a delegator.'),
  }),
  cache: 'block',
});
export const getTotalStake = method({
  name: 'platform.getTotalStake',
  summary: 'Get the total stake of a subnet',
  params: z.object({ subnetID: subnetId }),
  result: z.object({
    stake: nAvax('Same as weight.'),
    weight: uint64Text('Total weight of the validators.', '2000000000000'),
  }),
  cache: 'block',
});
