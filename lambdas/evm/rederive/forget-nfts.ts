import { inParallel } from '../../core/runtime/concurrency';
import { after, blockDigits, justAbove, key } from '../../core/table/key';
import { entities } from '../../core/table/schema';
import { bytes } from '../../core/table/stored-item';
import type { Table } from '../../core/table/table';
import type { TransferRow } from '../domain/transfers';
import { decodeTransfers } from '../rows/transfer-codec';
import { NFT, type NftRef, nftKey, nftName, readNftItem } from '../tokens/rows/nft-item';

const MAX_PARALLEL = 8;
/** Of one collection: an NFT is kept if it may be in a list that is not read to its end. */
const [ITEMS_PER_QUERY, MAX_QUERIES] = [500, 10];

/** NFTs in these transfers. */
export const nftsIn = (transfers: readonly TransferRow[]): NftRef[] =>
  transfers.flatMap(({ kind, token, id }) => (kind === 'erc20' || id === undefined ? [] : [{ token, id }]));

/** Deletes the rows of NFTs that no transfer in use moves, and that no caller asked for. */
export async function forgetNfts(
  table: Table,
  chain: string,
  all: readonly NftRef[],
  signal: () => AbortSignal,
): Promise<void> {
  const byToken = Map.groupBy(new Map(all.map((nft) => [nftName(nft), nft])).values(), ({ token }) => token);
  await inParallel([...byToken], MAX_PARALLEL, async ([token, nfts]) => {
    const left = await notMoved(table, chain, token, nfts);
    const items = await table.batchGet(
      left.map((nft) => nftKey(chain, nft)),
      true,
    );
    for (const item of items) {
      const { since } = readNftItem(item);
      if (since !== undefined)
        await table.deleteIf({ ...nftKey(chain, readNftItem(item)) }, { [NFT.since]: since }, signal());
    }
  });
}

async function notMoved(table: Table, chain: string, token: string, nfts: readonly NftRef[]): Promise<NftRef[]> {
  const left = new Map(nfts.map((nft) => [nft.id, nft]));
  const pk = key(entities.TokenTransfer.pk, { chain, token });
  let low = blockDigits(0);
  for (let queries = 0; queries < MAX_QUERIES; queries++) {
    const range = { pk, low, high: after('9'), ascending: true, limit: ITEMS_PER_QUERY, consistent: true };
    const { items, more } = await table.query(range);
    for (const item of items)
      for (const { transfer } of decodeTransfers(bytes(item.d), { token }).rows)
        if (transfer.id !== undefined) left.delete(transfer.id);
    const last = items.at(-1);
    if (!more || !last || left.size === 0) return [...left.values()];
    low = justAbove(String(last.sk));
  }
  return [];
}
