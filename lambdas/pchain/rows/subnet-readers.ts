import { type Blocks, between } from '../../chain/rows/block-lists';
import { after, key, keyPrefix } from '../../core/table/key';
import type { List } from '../../core/table/list';
import { readPages } from '../../core/table/pages';
import { entities } from '../../core/table/schema';
import { type Stored, text } from '../../core/table/stored-item';
import type { Table } from '../../core/table/table';
import { fromExactJson } from '../domain/exact-json';
import type { Subnet } from '../domain/replay/state';
import { ATTRIBUTE, type PBlockchainRow } from './items';

/** A subnet, or one of its blockchains: they are listed together. */
export type SubnetOrBlockchain = { readonly subnet: Subnet } | { readonly blockchain: PBlockchainRow };

/** Characters of a key in the list of subnets that its blockchains share with a subnet. */
export const SUBNET_KEY_LENGTH = '0000000000#00000'.length;
/** Items that are read at once. */
const PAGE_ITEMS = 1_000;

const toRow = (item: Stored): SubnetOrBlockchain => {
  const json = text(item[ATTRIBUTE.json]);
  return item.sk === entities.PSubnet.sk
    ? { subnet: fromExactJson<Subnet>(json) }
    : { blockchain: fromExactJson<PBlockchainRow>(json) };
};

/** Subnets of P-chains with their blockchains. */
export function pSubnetReader(table: Pick<Table, 'query'>) {
  const { pk, gsi1 } = entities.PSubnet;
  return {
    /** `subnet`: 0x and digits. Blockchains up to a block, in the order of their creation. Undefined if there is none. */
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
    /** Each subnet with its blockchains behind it. */
    ofNetwork: (network: string, blocks: Blocks): List<SubnetOrBlockchain> => ({
      index: 'gsi1',
      pk: key(gsi1[0], { network }),
      ...between(blocks),
      rows: (item) => [{ key: text(item.g1s), value: toRow(item) }],
    }),
  };
}

/** Blockchains of P-chains. */
export function pBlockchainReader(table: Pick<Table, 'query'>) {
  const { gsi2, gsi3 } = entities.PBlockchain;
  const getBlockchain = (item: Stored) => fromExactJson<PBlockchainRow>(text(item[ATTRIBUTE.json]));
  return {
    /** `blockchainId`: 0x and digits. */
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
