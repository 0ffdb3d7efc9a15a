import * as z from 'zod';
import { endpoint } from '../../../core/contract/endpoint';
import { READ_UNITS } from '../../../core/contract/read-units';
import { Flag, Paging, SortOrder } from '../../../core/contract/schemas/params';
import { ChainAddressChainIdMapListResponse } from '../schemas/activity';
import { XChainAssetDetails } from '../schemas/assets';
import { ListAutoRenewedCyclesResponse } from '../schemas/auto-renewal';
import { DelegationStatus, ListDelegatorDetailsResponse } from '../schemas/delegators';
import { ListL1ValidatorsResponse } from '../schemas/l1-validators';
import { GetNetworkDetailsResponse } from '../schemas/network-details';
import {
  AssetId,
  Cb58Id,
  LargePaging,
  NetworkName,
  NodeId,
  NodeIdParts,
  PChainAddresses,
  SubnetId,
  ValidationId,
  XChainId,
} from '../schemas/params';
import { Blockchain, ListBlockchainsResponse, ListSubnetsResponse, Subnet } from '../schemas/subnets';
import { AvaxSupplyResponse } from '../schemas/supply';
import { L1SortBy, MaxDaysLeft, ValidationStatus, ValidatorFilters } from '../schemas/validator-params';
import { ListValidatorDetailsResponse } from '../schemas/validators';

const base = {
  method: 'GET',
  access: 'anyone',
  tag: 'Primary Network',
  weight: 20,
  readUnits: READ_UNITS.page,
} as const;
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
  readUnits: READ_UNITS.large,
  path: '/v1/networks/{network}/subnets',
  summary: 'List the subnets and L1s of a network with their blockchains, by creation',
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
  summary: 'List the blockchains of a network, by creation',
  uses: { reads: ['Cursor', 'PNetwork', 'PBlockchain'] },
  params: z.object({ network: NetworkName }),
  query: z.object({ ...LargePaging, sortOrder }),
  response: ListBlockchainsResponse,
});

const ofValidators = {
  ...base,
  uses: { reads: ['Cursor', 'PNetwork', 'PTx', 'PValidator'], states: ['get'] },
} as const;

export const listValidators = endpoint({
  ...ofValidators,
  id: 'listValidators',
  path: '/v1/networks/{network}/validators',
  summary: 'List the validators of a network',
  description:
    'One row per stake. Filters and sort orders on properties of active validators (capacity, time remaining, uptime) restrict the list to active ones; sorting by delegationFee without a status restricts it to active and pending ones.',
  params: z.object({ network: NetworkName }),
  query: z.object({ ...Paging, ...ValidatorFilters, sortOrder }),
  response: ListValidatorDetailsResponse,
});

export const getSingleValidatorDetails = endpoint({
  ...ofValidators,
  id: 'getSingleValidatorDetails',
  path: '/v1/networks/{network}/validators/{nodeId}',
  summary: 'List the stakes of a validator, by creation',
  params: z.object({ network: NetworkName, nodeId: NodeId }),
  query: z.object({ ...Paging, validationStatus: ValidationStatus.optional(), sortOrder }),
  response: ListValidatorDetailsResponse,
});

export const listAutoRenewedValidatorCycles = endpoint({
  ...base,
  id: 'listAutoRenewedValidatorCycles',
  path: '/v1/networks/{network}/validators/{nodeId}/cycles',
  summary: 'List the cycles of an auto-renewed validator, by end',
  description:
    'Empty for a node that has never renewed a stake (ACP-236). Stakes renewed before the index begins are omitted, because their cycle numbers are unknown.',
  uses: { reads: ['Cursor', 'PNetwork', 'PCycle', 'PStakeOf', 'PValidator'] },
  params: z.object({ network: NetworkName, nodeId: NodeId }),
  query: z.object({
    ...Paging,
    txHash: Cb58Id('the id of a transaction', '3P91K6nuDFvDodcRuJTsgdf9SvYe5pMiKk38HppsoeAiEztCP')
      .optional()
      .meta({ description: 'Only cycles of the stake started by this AddAutoRenewedValidatorTx.' }),
    sortOrder,
  }),
  response: ListAutoRenewedCyclesResponse,
});

export const listL1Validators = endpoint({
  ...base,
  id: 'listL1Validators',
  path: '/v1/networks/{network}/l1Validators',
  summary: 'List L1 validators',
  description:
    'Newest first by default. With sortBy=daysLeft, only active validators are listed, and all pages show the same block, which is at most a minute old on the first page.',
  uses: { reads: ['Cursor', 'PNetwork', 'PBlock', 'PL1Validator'], states: ['get'] },
  params: z.object({ network: NetworkName }),
  query: z.object({
    ...Paging,
    l1ValidationId: ValidationId.optional(),
    nodeId: NodeId.optional(),
    subnetId: SubnetId.optional(),
    includeInactiveL1Validators: Flag.default(false).meta({
      description: 'true: include validators without a balance.',
    }),
    maxDaysLeft: MaxDaysLeft.optional(),
    sortBy: L1SortBy.default('blockIndex'),
    sortOrder: SortOrder.optional().meta({ description: 'Default: desc for blockIndex, asc for daysLeft.' }),
  }),
  response: ListL1ValidatorsResponse,
});

export const getChainIdsForAddresses = endpoint({
  ...base,
  id: 'getChainIdsForAddresses',
  path: '/v1/networks/{network}/addresses:listChainIds',
  summary: 'List the chains on which addresses have transactions',
  description: 'Only the P-Chain is indexed, so the list contains its id or is empty.',
  weight: 100,
  uses: { reads: ['Cursor', 'PNetwork', 'PTxOf'] },
  params: z.object({ network: NetworkName }),
  query: z.object({ addresses: PChainAddresses }),
  response: ChainAddressChainIdMapListResponse,
});

export const getAssetDetails = endpoint({
  ...base,
  id: 'getAssetDetails',
  path: '/v1/networks/{network}/blockchains/{blockchainId}/assets/{assetId}',
  summary: 'Get an asset',
  description: 'Only for AVAX: other assets are on the X-Chain, which is not indexed.',
  weight: 100,
  uses: { reads: ['Cursor', 'PNetwork'] },
  params: z.object({ network: NetworkName, blockchainId: XChainId, assetId: AssetId }),
  query: z.object({}),
  response: XChainAssetDetails,
});

export const getAvaxSupply = endpoint({
  ...base,
  id: 'getAvaxSupply',
  readUnits: READ_UNITS.none,
  path: '/v1/avax/supply',
  summary: 'Get the supply of AVAX',
  description:
    'Always 404: it would require the amount burned on the X-Chain and the amount still locked by the genesis.',
  weight: 1,
  uses: {},
  params: z.object({}),
  query: z.object({}),
  response: AvaxSupplyResponse,
});

export const listDelegators = endpoint({
  ...base,
  id: 'listDelegators',
  readUnits: READ_UNITS.large,
  path: '/v1/networks/{network}/delegators',
  summary: 'List the delegators of the primary network, by creation',
  uses: { reads: ['Cursor', 'PNetwork', 'PDelegator', 'PStakeOf'] },
  params: z.object({ network: NetworkName }),
  query: z.object({
    ...Paging,
    rewardAddresses: PChainAddresses.optional(),
    nodeIds: NodeIdParts.optional(),
    delegationStatus: DelegationStatus.optional(),
    sortOrder,
  }),
  response: ListDelegatorDetailsResponse,
});

export const getNetworkDetails = endpoint({
  ...base,
  id: 'getNetworkDetails',
  path: '/v1/networks/{network}',
  summary: 'Get staking statistics of a primary network',
  weight: 100,
  uses: { reads: ['Cursor', 'PNetwork', 'PBlock'], states: ['get'] },
  params: z.object({ network: NetworkName }),
  query: z.object({}),
  response: GetNetworkDetailsResponse,
});
