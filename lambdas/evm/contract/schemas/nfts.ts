import * as z from 'zod';
import { nextPageToken } from '../../../core/contract/schemas/params';
import { Erc721Token, Erc1155Token } from './tokens';

export const NftToken = z
  .discriminatedUnion('ercType', [Erc721Token, Erc1155Token])
  .meta({ id: 'NftToken', description: 'A token of a collection; ercType selects the variant.' });
export type NftToken = z.infer<typeof NftToken>;

export const ListNftTokens = z
  .object({ nextPageToken, tokens: z.array(NftToken).meta({ description: 'The tokens of this page, by id.' }) })
  .meta({ id: 'ListNftTokens', description: "A page of a collection's tokens." });
