import * as z from 'zod';
import { nextPageToken } from './params';

const ImageAsset = z
  .object({ assetId: z.string().optional(), imageUri: z.string().optional() })
  .meta({ id: 'ImageAsset' });

const ResourceLink = z
  .object({
    type: z
      .enum([
        'Blog',
        'CoinGecko',
        'CoinMarketCap',
        'Discord',
        'Documentation',
        'Facebook',
        'Github',
        'Instagram',
        'LinkedIn',
        'Medium',
        'Reddit',
        'Support',
        'Telegram',
        'TikTok',
        'Twitter',
        'Website',
        'Whitepaper',
        'Youtube',
      ])
      .meta({ id: 'ResourceLinkType' }),
    url: z.string(),
  })
  .meta({ id: 'ResourceLink' });

/** How a contract came to be. */
const ContractDeploymentDetails = z
  .object({
    txHash: z.string(),
    deployerAddress: z.string().meta({ description: 'The sender of the transaction.' }),
    deployerContractAddress: z.string().optional().meta({ description: 'The contract that created it, if one did.' }),
  })
  .meta({ id: 'ContractDeploymentDetails' });

const PricingProviders = z.object({ coingeckoCoinId: z.string().optional() }).meta({ id: 'PricingProviders' });

const contractFields = {
  name: z.string().optional(),
  description: z.string().optional(),
  officialSite: z.string().optional(),
  email: z.string().optional(),
  logoAsset: ImageAsset.optional(),
  bannerAsset: ImageAsset.optional(),
  color: z.string().optional(),
  resourceLinks: z.array(ResourceLink).optional(),
  tags: z.array(z.string()).optional(),
  address: z.string().meta({ description: 'EIP-55 checksummed.' }),
  deploymentDetails: ContractDeploymentDetails.optional(),
};
const symbol = z.string().optional();
const pricingProviders = PricingProviders.optional();

const Erc721Contract = z
  .object({ ...contractFields, ercType: z.literal('ERC-721'), symbol })
  .meta({ id: 'Erc721Contract' });
const Erc1155Contract = z
  .object({ ...contractFields, ercType: z.literal('ERC-1155'), symbol, pricingProviders })
  .meta({ id: 'Erc1155Contract' });
const Erc20Contract = z
  .object({ ...contractFields, ercType: z.literal('ERC-20'), symbol, decimals: z.number(), pricingProviders })
  .meta({ id: 'Erc20Contract' });
const UnknownContract = z.object({ ...contractFields, ercType: z.literal('UNKNOWN') }).meta({ id: 'UnknownContract' });

/**
 * A contract's metadata. Clients reject an ERC-20 without decimals: a contract that does not report them is UNKNOWN.
 */
export const ContractMetadata = z.discriminatedUnion('ercType', [
  Erc721Contract,
  Erc1155Contract,
  Erc20Contract,
  UnknownContract,
]);
/** A contract's metadata. */
export type ContractMetadata = z.infer<typeof ContractMetadata>;

/** A page of the contracts that an address deployed. */
export const ListContractsResponse = z
  .object({ nextPageToken, contracts: z.array(ContractMetadata) })
  .meta({ id: 'ListContractsResponse' });
