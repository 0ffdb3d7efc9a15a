import type { Clock } from '../../adapters/clock';
import { inParallel, type Table } from '../../adapters/dynamo/table';
import { type NftRecord, nftAttributes, nftKey, nftName, readNftItem } from '../../adapters/dynamo/tokens/nft-item';
import { PRESENT } from '../../adapters/dynamo/update';
import { type NftReading, readNft } from '../../adapters/evm/nft';
import { fetchNftMetadata, type NftFetchOptions } from '../../adapters/http/nft-metadata';
import type { RpcClient } from '../../adapters/node/rpc';
import type { SeenNfts } from '../../contract/messages';
import type { NftMetadata, NftStatus } from '../../domain/tokens/nft-metadata';

/** What metadata is read with. */
export interface NftWorkerDeps {
  readonly table: Table;
  readonly now: Clock;
  /** The chain's node. */
  readonly rpc: Pick<RpcClient, 'batch'>;
  /** false: metadata on chain alone. */
  readonly fetches: boolean;
  readonly options: NftFetchOptions;
}
/** When the message was sent, Unix ms, and whether it comes no more: then what is throttled stays so. */
export interface Delivery {
  readonly sentAt: number;
  readonly isLast: boolean;
}

/** Tokens that are read at once: polite to a server that has them all. */
const MAX_PARALLEL_TOKENS = 10;
/** Said of a server, which may know better tomorrow: metadata of a former day stays. */
const TRANSIENT: readonly NftStatus[] = ['UNREACHABLE_TOKEN_URI', 'THROTTLED_TOKEN_URI'];

/**
 * Reads the NFTs of a message and writes what came of it. true when all is done; false when some server asks to wait, and
 * the message should come again. Throws NodeDown. A repeat leaves what was read since the message was sent.
 */
export async function readNfts(deps: NftWorkerDeps, message: SeenNfts, { sentAt, isLast }: Delivery): Promise<boolean> {
  const { table, now, rpc } = deps;
  const { chainId, token, create = false } = message;
  const nfts = message.ids.map((id) => ({ token, id: BigInt(id) }));
  const items = await table.batchGet(
    nfts.map((nft) => nftKey(chainId, nft)),
    true,
  );
  const rows = new Map(items.map(readNftItem).map((row) => [nftName(row), row]));
  const due = nfts.filter((nft) => {
    const row = rows.get(nftName(nft));
    if (row?.readAt === undefined) return row !== undefined || create;
    return row.status === 'THROTTLED_TOKEN_URI' || row.readAt * 1_000 < sentAt;
  });
  let throttled = false;
  await inParallel(due, MAX_PARALLEL_TOKENS, async (nft) => {
    const row = rows.get(nftName(nft));
    const kind = row?.kind ?? message.kind;
    const reading = await readNft(rpc, token, nft.id, kind);
    const metadata = await metadataOf(deps, reading, nft.id);
    if (metadata.status === 'THROTTLED_TOKEN_URI') throttled = true;
    const keeps = TRANSIENT.includes(metadata.status) && isSame(row, reading);
    const attributes = nftAttributes(kind, reading.tokenUri, metadata, Math.floor(now() / 1_000), keeps);
    // Taken back by a rollback while we read: nothing is to come back by us.
    await table.updateIf(nftKey(chainId, nft), { set: attributes }, create ? undefined : { pk: PRESENT });
  });
  return isLast || !throttled;
}

async function metadataOf(
  { fetches, options }: Pick<NftWorkerDeps, 'fetches' | 'options'>,
  { exists, tokenUri }: NftReading,
  id: bigint,
): Promise<NftMetadata> {
  if (!exists) return { status: 'MISSING_TOKEN' };
  if (tokenUri === undefined) return { status: 'INVALID_TOKEN_URI' };
  if (!fetches && !/^\s*data:/i.test(tokenUri)) return { status: 'UNINDEXED' };
  return fetchNftMetadata(tokenUri, id, options);
}

const isSame = (row: NftRecord | undefined, { tokenUri }: NftReading): boolean =>
  row?.tokenUri !== undefined && row.tokenUri === tokenUri;
