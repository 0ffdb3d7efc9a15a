import * as z from 'zod';
import { endpoint } from '../endpoint';
import { Flag, Paging, SortOrder } from '../schemas/params';
import { ListL1ValidatorsResponse } from '../schemas/primary-network/l1-validators';
import { Cb58Id, LargePaging, NetworkName, NodeId, SubnetId, ValidationId } from '../schemas/primary-network/params';
import { Blockchain, ListBlockchainsResponse, ListSubnetsResponse, Subnet } from '../schemas/primary-network/subnets';
import { ValidationStatus, ValidatorFilters } from '../schemas/primary-network/validator-params';
import { ListValidatorDetailsResponse } from '../schemas/primary-network/validators';

const base = { method: 'GET', access: 'anyone', tag: 'Primary Network', weight: 20 } as const;
const sortOrder = SortOrder.default('desc');

const ofSubnets = { ...base, uses: { reads: ['Cursor', 'PNetwork', 'PSubnet', 'PBlockchain'] } } as const;

export const getSubnetById = endpoint({
  ...ofSubnets,
  id: 'getSubnetById',
  path: '/v1/networks/{network}/subnets/{subnetId}',
  summary: 'Get a subnet or L1 with its blockchains',
  params: z.object({ network: NetworkName, subnetId: SubnetId }),
  query: z.object({}),
  response: Subnet,
});

export const listSubnets = endpoint({
  ...ofSubnets,
  id: 'listSubnets',
  path: '/v1/networks/{network}/subnets',
  summary: 'List the subnets and L1s of a network with their blockchains, by when they were created',
  params: z.object({ network: NetworkName }),
  query: z.object({ ...LargePaging, sortOrder }),
  response: ListSubnetsResponse,
});

export const getBlockchainById = endpoint({
  ...base,
  id: 'getBlockchainById',
  path: '/v1/networks/{network}/blockchains/{blockchainId}',
  summary: 'Get a blockchain with its genesis',
  uses: { reads: ['Cursor', 'PNetwork', 'PBlockchain', 'PTx'] },
  params: z.object({
    network: NetworkName,
    blockchainId: Cb58Id('the id of a blockchain', '2q9e4r6Mu3U68nU1fYjgbR6JvwrRx36CohpAX5UQxse55x1Q5'),
  }),
  query: z.object({}),
  response: Blockchain,
});

export const listBlockchains = endpoint({
  ...base,
  id: 'listBlockchains',
  path: '/v1/networks/{network}/blockchains',
  summary: 'List the blockchains of a network, by when they were created',
  uses: { reads: ['Cursor', 'PNetwork', 'PBlockchain'] },
  params: z.object({ network: NetworkName }),
  query: z.object({ ...LargePaging, sortOrder }),
  response: ListBlockchainsResponse,
});

const ofValidators = { ...base, uses: { reads: ['Cursor', 'PNetwork', 'PValidator'], states: ['get'] } } as const;

export const listValidators = endpoint({
  ...ofValidators,
  id: 'listValidators',
  path: '/v1/networks/{network}/validators',
  summary: 'List the validators of a network',
  description:
    'Each stake is one row. What only active validators have (capacity, time remaining, uptime) is a filter or an order of those alone; sorted by delegationFee without a status, the list is of those that are active or pending.',
  params: z.object({ network: NetworkName }),
  query: z.object({ ...Paging, ...ValidatorFilters, sortOrder }),
  response: ListValidatorDetailsResponse,
});

export const getSingleValidatorDetails = endpoint({
  ...ofValidators,
  id: 'getSingleValidatorDetails',
  path: '/v1/networks/{network}/validators/{nodeId}',
  summary: 'List the stakes of a validator, by when they were made',
  params: z.object({ network: NetworkName, nodeId: NodeId }),
  query: z.object({ ...Paging, validationStatus: ValidationStatus.optional(), sortOrder }),
  response: ListValidatorDetailsResponse,
});

export const listL1Validators = endpoint({
  ...base,
  id: 'listL1Validators',
  path: '/v1/networks/{network}/l1Validators',
  summary: 'List the validators of L1s, newest first',
  uses: { reads: ['Cursor', 'PNetwork', 'PBlock', 'PL1Validator'] },
  params: z.object({ network: NetworkName }),
  query: z.object({
    ...Paging,
    l1ValidationId: ValidationId.optional(),
    nodeId: NodeId.optional(),
    subnetId: SubnetId.optional(),
    includeInactiveL1Validators: Flag.default(false).meta({
      description: 'true: those without a balance are listed as well.',
    }),
  }),
  response: ListL1ValidatorsResponse,
});
