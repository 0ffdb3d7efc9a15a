import * as z from 'zod';
import { nextPageToken } from './params';
import { Erc721Token, Erc1155Token } from './tokens';

/** A token of a collection of either standard, distinguished by `ercType`. */
export const NftToken = z.union([Erc721Token, Erc1155Token]);
/** A token of a collection of either standard. */
export type NftToken = z.infer<typeof NftToken>;

/** A page of a collection's tokens. */
export const ListNftTokens = z.object({ nextPageToken, tokens: z.array(NftToken) }).meta({ id: 'ListNftTokens' });
