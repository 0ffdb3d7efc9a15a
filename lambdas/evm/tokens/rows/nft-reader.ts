import { after, key } from '../../../core/table/key';
import type { List } from '../../../core/table/list';
import { entities } from '../../../core/table/schema';
import { text } from '../../../core/table/stored-item';
import type { Table } from '../../../core/table/table';
import { type NftRecord, type NftRef, nftKey, nftName, readNftItem } from './nft-item';
import type { Along } from './token-readers';

export const nftReader = (table: Table) => ({
  ofCollection: (chain: string, token: string): List<NftRecord> => ({
    pk: key(entities.Nft.pk, { chain, token }),
    low: '0',
    high: after('f'),
    rows: (item) => [{ key: text(item.sk), value: readNftItem(item) }],
  }),
  async find(chain: string, nft: NftRef): Promise<NftRecord | undefined> {
    const item = await table.get(nftKey(chain, nft));
    return item && readNftItem(item);
  },
  /** To be read in one batch with their collections. `nfts` must be unique. */
  along: (chain: string, nfts: readonly NftRef[]): Along<Map<string, NftRecord>> => ({
    keys: nfts.map((nft) => nftKey(chain, nft)),
    read: (items) => new Map(items.map(readNftItem).map((record) => [nftName(record), record])),
  }),
});
