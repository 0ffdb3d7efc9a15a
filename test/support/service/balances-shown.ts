import { type Holdings, toRow } from '../oracles/holdings';
import type { Answer, Json, Service } from './service';

const LISTS = {
  'ERC-20': ['balances:listErc20?filterSpamTokens=false', 'erc20TokenBalances'],
  'ERC-721': ['balances:listErc721?', 'erc721TokenBalances'],
  'ERC-1155': ['balances:listErc1155?', 'erc1155TokenBalances'],
  collectibles: ['balances:listCollectibles?', 'collectibleBalances'],
} as const;
type ListName = keyof typeof LISTS;
interface Asked {
  readonly chain: string;
  readonly holder: string;
  readonly list: ListName;
  readonly query?: string;
}

/** Includes malicious tokens. */
const balancesPath = (chain: string, holder: string, list: ListName, query = ''): string =>
  `/v1/chains/${chain}/addresses/${holder}/${LISTS[list][0]}${query && `&${query}`}`;

const rowsIn = (rows: readonly Json[]): string[] =>
  rows.map(({ address, tokenId, balance = '1' }) => toRow(String(address), tokenId, balance));

/** In the format of `holdingsAt`. */
export async function balancesShown(
  service: Service,
  { chain, holder, list, query }: Asked,
  pageSize: number,
): Promise<string[]> {
  return rowsIn(await service.all(balancesPath(chain, holder, list, query), LISTS[list][1], pageSize));
}

export async function holdingsShown(
  service: Service,
  chain: string,
  holder: string,
  pageSize: number,
): Promise<Holdings & { readonly collectibles: readonly string[] }> {
  const of = (list: ListName) => balancesShown(service, { chain, holder, list }, pageSize);
  return {
    'ERC-20': await of('ERC-20'),
    'ERC-721': await of('ERC-721'),
    'ERC-1155': await of('ERC-1155'),
    collectibles: await of('collectibles'),
  };
}

export async function balancesPage(
  service: Service,
  { chain, holder, list, query }: Asked,
): Promise<Answer & { readonly rows: string[] }> {
  const answer = await service.get(balancesPath(chain, holder, list, query));
  return { ...answer, rows: rowsIn((answer.body[LISTS[list][1]] as Json[] | undefined) ?? []) };
}

export const shownAs = (held: Holdings | undefined) => {
  const {
    'ERC-20': erc20,
    'ERC-721': erc721,
    'ERC-1155': erc1155,
  } = held ?? { 'ERC-20': [], 'ERC-721': [], 'ERC-1155': [] };
  return { 'ERC-20': erc20, 'ERC-721': erc721, 'ERC-1155': erc1155, collectibles: [...erc721, ...erc1155] };
};
