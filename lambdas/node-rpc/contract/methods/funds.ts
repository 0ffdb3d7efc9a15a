import * as z from 'zod';
import { address, encoding, method, nAvax, subnetId, uint64Text } from '../method';

const addresses = z.array(address).meta({ description: 'Addresses; a node takes 1,024 at most.' });
const Index = z.object({
  address,
  utxo: z
    .string()
    .meta({ description: 'Id of the output.', example: '2Sz2XwRYqUHwPeiKoRnZ6ht88YqzAF1SQjMYZQQaB5wBFkAqST' }),
});
const ofAssets = z.record(z.string(), nAvax('Amount of an asset.'));
const encodedBy = z.string().meta({ description: 'The encoding.', example: 'hex' });

export const getBalance = method({
  name: 'platform.getBalance',
  summary: 'What addresses hold',
  params: z.object({ addresses }),
  result: z.looseObject({ balance: nAvax('All of it.'), unlocked: nAvax('What may be spent.'), balances: ofAssets }),
  cache: 'block',
  deprecated: true,
});
export const getUTXOs = method({
  name: 'platform.getUTXOs',
  summary: 'Outputs that addresses may spend',
  params: z.object({
    addresses,
    sourceChain: z
      .string()
      .optional()
      .meta({ description: 'The chain that they were exported from; the P-chain if absent.', example: 'C' }),
    limit: z.union([z.string(), z.int()]).optional().meta({ description: 'How many; 1,024 at most.', example: 100 }),
    startIndex: Index.optional().meta({ description: 'The endIndex of the page before.' }),
    encoding,
  }),
  result: z.object({
    numFetched: uint64Text('How many.', '1'),
    utxos: z.array(z.string()).meta({ description: 'The outputs as bytes.' }),
    endIndex: Index.meta({ description: 'Where the next page starts.' }),
    encoding: encodedBy,
  }),
  cache: 1,
});
export const getStake = method({
  name: 'platform.getStake',
  summary: 'What addresses have staked',
  params: z.object({
    addresses,
    validatorsOnly: z.boolean().optional().meta({ description: 'true: without what they delegated.' }),
    encoding,
  }),
  result: z.object({
    staked: nAvax('All of it.'),
    stakeds: ofAssets,
    stakedOutputs: z.array(z.string()).meta({ description: 'The outputs as bytes.' }),
    encoding: encodedBy,
  }),
  cache: 'block',
  deprecated: true,
});
export const getMinStake = method({
  name: 'platform.getMinStake',
  summary: 'The least that validators and delegators stake',
  params: z.object({ subnetID: subnetId }),
  result: z.object({
    minValidatorStake: nAvax('Of a validator.'),
    minDelegatorStake: nAvax('Of a delegator.'),
  }),
  cache: 'block',
});
export const getTotalStake = method({
  name: 'platform.getTotalStake',
  summary: 'What is staked on a subnet in all',
  params: z.object({ subnetID: subnetId }),
  result: z.object({
    stake: nAvax('The same as weight.'),
    weight: uint64Text('The weight.', '2000000000000'),
  }),
  cache: 'block',
});
