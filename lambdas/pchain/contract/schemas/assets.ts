import * as z from 'zod';
import { integer, seconds, text } from '../../../core/contract/schemas/fields';
import { id, smallestUnit } from './fields';

const AssetType = z
  .enum(['secp256k1', 'nft'])
  .meta({ id: 'PrimaryNetworkAssetType', description: 'Type of asset. All assets of the P-Chain are secp256k1.' });

const assetFields = {
  assetId: id('The asset.'),
  name: text('Name of the asset; empty except for AVAX, because the P-Chain has no names of others.', 'Avalanche'),
  symbol: text('Symbol of the asset; empty except for AVAX.', 'AVAX'),
  denomination: integer('Decimals of the asset; 0 except for AVAX.', 9),
  type: AssetType,
};

export const AssetAmount = z
  .object({
    ...assetFields,
    amount: smallestUnit('The amount.'),
  })
  .meta({ id: 'AssetAmount', description: 'An amount of an asset.' });
export type AssetAmount = z.infer<typeof AssetAmount>;

export const AggregatedAssetAmount = z
  .object({
    ...AssetAmount.shape,
    amount: smallestUnit('Total amount of the outputs.'),
    utxoCount: integer('Number of outputs.', 3),
  })
  .meta({ id: 'AggregatedAssetAmount', description: 'The total of several outputs of an asset.' });
export type AggregatedAssetAmount = z.infer<typeof AggregatedAssetAmount>;

const AssetCap = z
  .enum(['fixed', 'variable'])
  .meta({ id: 'PrimaryNetworkAssetCap', description: 'Whether more of the asset can be minted on the X-Chain.' });

export const XChainAssetDetails = z
  .object({
    ...assetFields,
    createdAtTimestamp: seconds('Creation time; for AVAX, the time of the genesis.'),
    cap: AssetCap,
  })
  .meta({ id: 'XChainAssetDetails', description: 'An asset of the X-Chain.' });
export type XChainAssetDetails = z.infer<typeof XChainAssetDetails>;
