import * as z from 'zod';
import { integer, seconds, text } from '../../../core/contract/schemas/fields';
import { id, smallestUnit } from './fields';

const AssetType = z
  .enum(['secp256k1', 'nft'])
  .meta({ id: 'PrimaryNetworkAssetType', description: 'What kind of asset it is. All of the P-chain are secp256k1.' });

const assetFields = {
  assetId: id('The asset.'),
  name: text('Name of the asset; empty for others than AVAX, which the P-chain does not name.', 'Avalanche'),
  symbol: text('Symbol of the asset; empty for others than AVAX.', 'AVAX'),
  denomination: integer('Decimals of the asset; 0 for others than AVAX.', 9),
  type: AssetType,
};

/** An amount of an asset. */
export const AssetAmount = z
  .object({
    ...assetFields,
    amount: smallestUnit('The amount.'),
  })
  .meta({ id: 'AssetAmount', description: 'An amount of an asset.' });
/** An amount of an asset. */
export type AssetAmount = z.infer<typeof AssetAmount>;

/** What several outputs of an asset have together. */
export const AggregatedAssetAmount = z
  .object({
    ...AssetAmount.shape,
    amount: smallestUnit('What the outputs have together.'),
    utxoCount: integer('How many outputs they are.', 3),
  })
  .meta({ id: 'AggregatedAssetAmount', description: 'What several outputs of an asset have together.' });
/** What several outputs of an asset have together. */
export type AggregatedAssetAmount = z.infer<typeof AggregatedAssetAmount>;

const AssetCap = z
  .enum(['fixed', 'variable'])
  .meta({ id: 'PrimaryNetworkAssetCap', description: 'Whether more of the asset may be made on the X-chain.' });

/** An asset. */
export const XChainAssetDetails = z
  .object({
    ...assetFields,
    createdAtTimestamp: seconds('When it was created; of AVAX, the time of the genesis.'),
    cap: AssetCap,
  })
  .meta({ id: 'XChainAssetDetails', description: 'An asset of the X-chain.' });
/** An asset. */
export type XChainAssetDetails = z.infer<typeof XChainAssetDetails>;
