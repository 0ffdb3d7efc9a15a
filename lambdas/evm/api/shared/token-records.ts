import type { TransferKind } from '../../domain/transfers';
import { type NftRecord, nftName } from '../../tokens/rows/nft-item';
import { namesIn } from '../../views/address';
import { listedNfts } from '../../views/nft';
import type { Records, Tokens } from '../../views/token';
import type { Deps } from '../implement';
import { MAX_RECORDS } from './names';
import { type CurrencyCode, DEFAULT_CURRENCY, getPrices } from './prices';

export interface ShownToken {
  readonly kind: TransferKind;
  readonly token: string;
  readonly id?: bigint;
}

const MAX_NFTS = 500; // five batches, and at most 20 MB in memory

/** `contracts`: up to MAX_RECORDS in total. An undefined record: the NFT has no row. */
export async function readTokenRecords(
  deps: Deps<{ reads: ['Token', 'Nft'] }>,
  chain: string,
  rows: readonly ShownToken[],
  contracts: readonly string[] = [],
): Promise<{ tokens: Tokens; records: Map<string, NftRecord | undefined> }> {
  const nfts = new Map<string, { token: string; id: bigint }>();
  for (const { kind, token, id = 0n } of rows)
    if (kind !== 'erc20' && nfts.size < MAX_NFTS) nfts.set(nftName({ token, id }), { token, id });
  const tokens = new Set(rows.map(({ token }) => token));
  const room = Math.max(0, MAX_RECORDS - tokens.size - nfts.size);
  const others = [...new Set(contracts)].filter((contract) => !tokens.has(contract)).slice(0, room);
  const read = await deps.Token.findAlong(chain, [...tokens, ...others], deps.Nft.along(chain, [...nfts.values()]));
  return { tokens: read.tokens, records: new Map([...nfts.keys()].map((name) => [name, read.along.get(name)])) };
}

export async function readShownRecords(
  ...request: Parameters<typeof readTokenRecords>
): Promise<Omit<Records, 'prices'>> {
  const { tokens, records } = await readTokenRecords(...request);
  const [{ metadataOn }, chain] = request;
  const getMetadata = metadataOn(chain);
  return { tokens, nfts: listedNfts(records), names: namesIn(tokens, getMetadata), getMetadata };
}

interface Options {
  readonly contracts?: readonly string[];
  readonly currency?: CurrencyCode;
  /** Also price the network token, now and at this time (Unix seconds). */
  readonly networkTokenAt?: number;
}

export async function readPricedRecords(
  deps: Deps<{ reads: ['Token', 'Nft']; prices: true }>,
  chain: string,
  rows: readonly ShownToken[],
  { contracts, currency = DEFAULT_CURRENCY, networkTokenAt }: Options = {},
): Promise<Records> {
  const tokens = rows.flatMap(({ kind, token }) => (kind === 'erc20' ? [token] : []));
  const priced = networkTokenAt === undefined ? tokens : ['native', ...tokens];
  const [records, prices] = await Promise.all([
    readShownRecords(deps, chain, rows, contracts),
    getPrices(deps, chain, currency, priced, networkTokenAt),
  ]);
  return { ...records, prices };
}
