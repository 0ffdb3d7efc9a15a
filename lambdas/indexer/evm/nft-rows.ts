import type { Clock } from '../../adapters/clock';
import type { Table } from '../../adapters/dynamo/table';
import {
  NFT,
  type NftRecord,
  nftAttributes,
  nftKey,
  nftName,
  readNftItem,
} from '../../adapters/dynamo/tokens/nft-item';
import { ABSENT, atMost, PRESENT } from '../../adapters/dynamo/update';
import { type NftReading, readNft } from '../../adapters/evm/nft';
import { fetchNftMetadata, type NftFetchOptions } from '../../adapters/http/nft-metadata';
import { inParallel } from '../../adapters/in-parallel';
import { NodeError } from '../../adapters/node/errors';
import { withRetries } from '../../adapters/node/retries';
import type { RpcClient } from '../../adapters/node/rpc';
import type { SeenNfts } from '../../contract/messages';
import type { NftMetadata, NftStatus } from '../../domain/tokens/nft-metadata';

/** The dependencies of the NFT worker. */
export interface NftWorkerDeps {
  readonly table: Table;
  readonly now: Clock;
  /** The chain's node. */
  readonly rpc: Pick<RpcClient, 'batch'>;
  /** false: only on-chain metadata is read. */
  readonly fetches: boolean;
  readonly options: NftFetchOptions;
}
/** When the message was sent, Unix ms, and whether this is its last delivery: then a throttled status is final. */
export interface Delivery {
  readonly sentAt: number;
  readonly isLast: boolean;
}

/** Tokens read at once: a limit for the sake of a server that has them all. */
const MAX_PARALLEL_TOKENS = 10;
/** Transient failures: keep the metadata we have. */
const TRANSIENT: readonly NftStatus[] = ['UNREACHABLE_TOKEN_URI', 'THROTTLED_TOKEN_URI'];

/**
 * Reads the NFTs of a message and stores the results. true when all are done; false when a server throttles, and the
 * message should be redelivered. Throws NodeError if the node did not answer for all of them. A redelivery
 * skips what was read since the message was sent.
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
  let failure: NodeError | undefined;
  await inParallel(due, MAX_PARALLEL_TOKENS, async (nft) => {
    const row = rows.get(nftName(nft));
    const kind = row?.kind ?? message.kind;
    // The server's answer may take long: what counts is when the chain was read.
    const readAt = Math.floor(now() / 1_000);
    const reading = await withRetries(() => readNft(rpc, token, nft.id, kind)).catch((error: unknown) => {
      if (!(error instanceof NodeError)) throw error;
      failure = error;
    });
    if (!reading) return;
    const metadata = await metadataOf(deps, reading, nft.id);
    if (metadata.status === 'THROTTLED_TOKEN_URI') throttled = true;
    const keeps = TRANSIENT.includes(metadata.status) && isSame(row, reading);
    const attributes = nftAttributes(kind, reading.tokenUri, metadata, readAt, keeps);
    // The row may have been deleted by a rollback meanwhile: do not recreate it. Nor replace what was read later.
    const isThere = create ? {} : { pk: PRESENT };
    const isOlder = [ABSENT, atMost(readAt)].map((test) => ({ ...isThere, [NFT.readAt]: test }));
    await table.updateIf(nftKey(chainId, nft), { set: attributes }, isOlder);
  });
  // The message is redelivered for those that are left.
  if (failure) throw failure;
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
