import * as z from 'zod';
import { integer, text } from '../fields';
import { id, smallestUnit } from './fields';

const AssetType = z
  .enum(['secp256k1', 'nft'])
  .meta({ id: 'PrimaryNetworkAssetType', description: 'What kind of asset it is. All of the P-chain are secp256k1.' });

/** An amount of an asset. */
export const AssetAmount = z
  .object({
    assetId: id('The asset.'),
    name: text('Name of the asset; empty for others than AVAX, which the P-chain does not name.', 'Avalanche'),
    symbol: text('Symbol of the asset; empty for others than AVAX.', 'AVAX'),
    denomination: integer('Decimals of the asset; 0 for others than AVAX.', 9),
    type: AssetType,
    amount: smallestUnit('The amount.'),
  })
  .meta({ id: 'AssetAmount', description: 'An amount of an asset.' });
/** An amount of an asset. */
export type AssetAmount = z.infer<typeof AssetAmount>;
