import * as z from 'zod';
import { address, decimalsMissing, ercType, hash, number, text, url } from '../../../core/contract/schemas/fields';
import { nextPageToken } from '../../../core/contract/schemas/params';

const ImageAsset = z
  .object({
    assetId: text('Id of the image.', '019a8b5e-3f0c-7cc2-9d6e-5a1a4e3b2c10').optional(),
    imageUri: url('URL of the image.', 'https://example.com/logos/weth.svg').optional(),
  })
  .meta({ id: 'ImageAsset', description: 'An image.' });

const ResourceLinkType = z
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
  .meta({ id: 'ResourceLinkType', description: 'Type of a link.' });
export const ResourceLink = z
  .object({ type: ResourceLinkType, url: url('Target of the link.', 'https://example.com') })
  .meta({ id: 'ResourceLink', description: 'A link to a page about a contract.' });

const ContractDeploymentDetails = z
  .object({
    txHash: hash('The transaction that created the contract.'),
    deployerAddress: address('The sender of the transaction.'),
    deployerContractAddress: address('The contract that created it, if it was created by one.').optional(),
  })
  .meta({ id: 'ContractDeploymentDetails', description: 'Deployment of a contract.' });

const PricingProviders = z
  .object({ coingeckoCoinId: text('Id at CoinGecko.', 'weth').optional() })
  .meta({ id: 'PricingProviders', description: 'Ids of a token at price providers.' });

const contractFields = {
  name: text('Name, from the contract or set by the operator.', 'Wrapped Ether').optional(),
  description: text('Description.', 'Ether as an ERC-20 token.').optional(),
  officialSite: url('Official website.', 'https://example.com').optional(),
  email: text('E-mail address of its owner.', 'owner@example.com').optional(),
  logoAsset: ImageAsset.optional(),
  bannerAsset: ImageAsset.optional(),
  color: text('Brand colour.', '#627EEA').optional(),
  resourceLinks: z.array(ResourceLink).optional().meta({ description: 'Links to pages about it.' }),
  tags: z.array(text('A tag.', 'stablecoin')).optional().meta({ description: 'Tags.' }),
  address: address('The contract.'),
  deploymentDetails: ContractDeploymentDetails.optional(),
};
const symbol = text('Symbol, as reported by the contract.', 'WETH').optional();
const pricingProviders = PricingProviders.optional();

const Erc721Contract = z
  .object({ ...contractFields, ercType: ercType('ERC-721'), symbol })
  .meta({ id: 'Erc721Contract', description: 'A collection of non-fungible tokens.' });
const Erc1155Contract = z
  .object({ ...contractFields, ercType: ercType('ERC-1155'), symbol, pricingProviders })
  .meta({ id: 'Erc1155Contract', description: 'A multi-token contract.' });
const Erc20Contract = z
  .object({
    ...contractFields,
    ercType: ercType('ERC-20'),
    symbol,
    decimals: number('Decimals of the token.', 18),
    decimalsMissing,
    pricingProviders,
  })
  .meta({ id: 'Erc20Contract', description: 'A fungible token.' });
const UnknownContract = z
  .object({ ...contractFields, ercType: ercType('UNKNOWN') })
  .meta({ id: 'UnknownContract', description: 'A contract without a known token standard.' });

/** Clients reject an ERC-20 without decimals, so `decimalsMissing` marks a placeholder. */
export const ContractMetadata = z
  .discriminatedUnion('ercType', [Erc721Contract, Erc1155Contract, Erc20Contract, UnknownContract])
  .meta({ id: 'ContractMetadata', description: 'Metadata of a contract; ercType selects the variant.' });
export type ContractMetadata = z.infer<typeof ContractMetadata>;

export const ListContractsResponse = z
  .object({ nextPageToken, contracts: z.array(ContractMetadata).meta({ description: 'The contracts of this page.' }) })
  .meta({ id: 'ListContractsResponse', description: 'A page of contracts.' });
