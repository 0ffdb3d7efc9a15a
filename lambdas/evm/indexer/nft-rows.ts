import type { Queue } from '../../core/aws/queue';
import { isAhead } from '../../core/domain/stored-time';
import { NodeError } from '../../core/node/errors';
import { withRetries } from '../../core/node/retries';
import type { RpcClient } from '../../core/node/rpc';
import type { Clock } from '../../core/runtime/clock';
import { inParallel } from '../../core/runtime/concurrency';
import type { Table } from '../../core/table/table';
import { notNewer, PRESENT } from '../../core/table/update';
import type { SeenNfts } from '../contract/messages';
import { type NftReading, readNft } from '../node/nft';
import type { NftMetadata } from '../tokens/domain/nft-metadata';
import type { NftStatus } from '../tokens/domain/nft-target';
import { fetchNftMetadata, type NftFetchOptions } from '../tokens/nft-metadata-file';
import { NFT, type NftRecord, type NftRef, nftAttributes, nftKey, nftName, readNftItem } from '../tokens/rows/nft-item';

export interface NftWorkerDeps {
  readonly table: Table;
  readonly now: Clock;
  readonly rpc: Pick<RpcClient, 'batch'>;
  readonly fetches: boolean;
  readonly options: NftFetchOptions;
  readonly queue: Pick<Queue, 'send'>;
}
export interface Delivery {
  readonly sentAt: number;
  /** The last delivery: a throttled status becomes final. */
  readonly isLast: boolean;
}

const MAX_PARALLEL_TOKENS = 10; // one server may host all of them
const IDS_PER_STEP = 50; // a worker must finish within its timeout
const TRANSIENT: readonly NftStatus[] = ['UNREACHABLE_TOKEN_URI', 'THROTTLED_TOKEN_URI'];

/**
 * false: a server throttled, so the message must be redelivered, which skips NFTs read since
 * `sentAt`. Throws NodeError if the node failed for any NFT.
 */
export async function readNfts(deps: NftWorkerDeps, message: SeenNfts, { sentAt, isLast }: Delivery): Promise<boolean> {
  const { table, now, rpc, queue } = deps;
  const { chainId, token, create = false } = message;
  const { found, rest } = message.range
    ? await readRange(table, message, message.range)
    : { found: await readNamedRows(table, message), rest: undefined };
  const rows = new Map(found.map((row) => [nftName(row), row]));
  const nfts: readonly NftRef[] = message.range ? found : message.ids.map((id) => ({ token, id: BigInt(id) }));
  const due = nfts.filter((nft) => {
    const row = rows.get(nftName(nft));
    if (row?.readAt === undefined) return row !== undefined || create;
    return row.status === 'THROTTLED_TOKEN_URI' || row.readAt * 1_000 < sentAt || isAhead(row.readAt * 1_000, now());
  });
  let throttled = false;
  let failure: NodeError | undefined;
  await inParallel(due, MAX_PARALLEL_TOKENS, async (nft) => {
    const row = rows.get(nftName(nft));
    const kind = row?.kind ?? message.kind;
    // Before the server's response, which may take long.
    const readAt = Math.floor(now() / 1_000);
    const reading = await withRetries(() => readNft(rpc, token, nft.id, kind)).catch((error: unknown) => {
      if (!(error instanceof NodeError)) throw error;
      failure = error;
    });
    if (!reading) return;
    const metadata = await getMetadata(deps, reading, nft.id);
    if (metadata.status === 'THROTTLED_TOKEN_URI') throttled = true;
    const keeps = TRANSIENT.includes(metadata.status) && isSame(row, reading);
    const attributes = nftAttributes(kind, reading.tokenUri, metadata, readAt, keeps);
    // A rollback may have deleted the row: do not recreate it, nor overwrite a later reading.
    const isThere = create ? {} : { pk: PRESENT };
    const isOlder = notNewer(readAt, now()).map((test) => ({ ...isThere, [NFT.readAt]: test }));
    await table.updateIf(nftKey(chainId, nft), { set: attributes }, isOlder);
  });
  // The redelivery reads the rest.
  if (failure) throw failure;
  const isDone = isLast || !throttled;
  // Earlier, each delivery would queue it again.
  if (isDone && rest) await queue.send([rest]);
  return isDone;
}

const readNamedRows = async (
  table: Pick<Table, 'batchGet'>,
  { chainId, token, ids }: SeenNfts,
): Promise<readonly NftRecord[]> => {
  const keys = ids.map((id) => nftKey(chainId, { token, id: BigInt(id) }));
  return (await table.batchGet(keys, true)).map(readNftItem);
};

async function readRange(
  table: Pick<Table, 'query'>,
  message: SeenNfts,
  { from, to, left }: NonNullable<SeenNfts['range']>,
): Promise<{ readonly found: readonly NftRecord[]; readonly rest: SeenNfts | undefined }> {
  const toKey = (id: string) => nftKey(message.chainId, { token: message.token, id: BigInt(id) });
  const limit = Math.min(left, IDS_PER_STEP);
  const { items, more } = await table.query({
    pk: toKey(from).pk,
    low: toKey(from).sk,
    high: toKey(to).sk,
    ascending: true,
    limit,
    consistent: true,
  });
  const found = items.map(readNftItem);
  const [next, others] = [(found.at(-1)?.id ?? 0n) + 1n, left - found.length];
  const isWhole = !more || others <= 0 || next > BigInt(to);
  return { found, rest: isWhole ? undefined : { ...message, range: { from: String(next), to, left: others } } };
}

async function getMetadata(
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
