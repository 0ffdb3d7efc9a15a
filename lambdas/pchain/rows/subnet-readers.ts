import { type Blocks, between } from '../../chain/rows/block-lists';
import { fromExactJson } from '../../core/domain/exact-json';
import { after, key, keyPrefix } from '../../core/table/key';
import type { List } from '../../core/table/list';
import { readPages } from '../../core/table/pages';
import { entities } from '../../core/table/schema';
import { type Stored, text } from '../../core/table/stored-item';
import type { Table } from '../../core/table/table';
import type { Subnet } from '../domain/replay/state';
import { ATTRIBUTE, type PBlockchainRow } from './items';

/** Subnets and their blockchains are in one list. */
export type SubnetOrBlockchain = { readonly subnet: Subnet } | { readonly blockchain: PBlockchainRow };

/** The prefix that a subnet and its blockchains share. */
export const SUBNET_KEY_LENGTH = '0000000000#00000'.length;
const PAGE_ITEMS = 1_000;

const toRow = (item: Stored): SubnetOrBlockchain => {
  const json = text(item[ATTRIBUTE.json]);
  return item.sk === entities.PSubnet.sk
    ? { subnet: fromExactJson<Subnet>(json) }
    : { blockchain: fromExactJson<PBlockchainRow>(json) };
};

export function pSubnetReader(table: Pick<Table, 'query'>) {
  const { pk, gsi1 } = entities.PSubnet;
  return {
    /** Blockchains up to block `to`, by creation. undefined if the subnet is newer. */
    async byId(network: string, subnetId: string, to: number) {
      const found: SubnetOrBlockchain[] = [];
      const range = {
        pk: key(pk, { network, subnet: subnetId.slice(2) }),
        low: '!',
        high: after(''),
        limit: PAGE_ITEMS,
      };
      for await (const items of readPages(table, range)) found.push(...items.map(toRow));
      const subnet = found.flatMap((one) => ('subnet' in one ? one.subnet : []))[0];
      if (!subnet || subnet.created.block > to) return undefined;
      const blockchains = found.flatMap((one) => ('blockchain' in one ? one.blockchain : []));
      return { subnet, blockchains: blockchains.filter(({ created }) => created.block <= to) };
    },
    /** Each subnet is followed by its blockchains. */
    ofNetwork: (network: string, blocks: Blocks): List<SubnetOrBlockchain> => ({
      index: 'gsi1',
      pk: key(gsi1[0], { network }),
      ...between(blocks),
      rows: (item) => [{ key: text(item.g1s), value: toRow(item) }],
    }),
  };
}

export function pBlockchainReader(table: Pick<Table, 'query'>) {
  const { gsi2, gsi3 } = entities.PBlockchain;
  const getBlockchain = (item: Stored) => fromExactJson<PBlockchainRow>(text(item[ATTRIBUTE.json]));
  return {
    async byId(network: string, blockchainId: string): Promise<PBlockchainRow | undefined> {
      const { items } = await table.query({
        index: 'gsi3',
        pk: key(gsi3[0], { network, blockchainId: blockchainId.slice(2) }),
        low: keyPrefix(gsi3[1], {}),
        high: keyPrefix(gsi3[1], {}),
        ascending: true,
        limit: 1,
      });
      return items[0] && getBlockchain(items[0]);
    },
    ofNetwork: (network: string, blocks: Blocks): List<PBlockchainRow> => ({
      index: 'gsi2',
      pk: key(gsi2[0], { network }),
      ...between(blocks),
      rows: (item) => [{ key: text(item.g2s), value: getBlockchain(item) }],
    }),
  };
}
