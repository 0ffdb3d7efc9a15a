import { fromExactJson } from '../../core/domain/exact-json';
import { after, key } from '../../core/table/key';
import type { List } from '../../core/table/list';
import { entities } from '../../core/table/schema';
import { type Stored, text } from '../../core/table/stored-item';
import type { Table } from '../../core/table/table';
import type { L1Around } from '../domain/l1-balances';
import type { L1Validator } from '../domain/replay/state';
import type { L1ChangeRow } from '../domain/rows';
import { ATTRIBUTE, l1ValidatorKey } from './items';

export function l1ValidatorReader(table: Pick<Table, 'get'>) {
  const { gsi1, gsi2, gsi3 } = entities.PL1Validator;
  const of = (item: Stored) => fromExactJson<L1Validator>(text(item[ATTRIBUTE.json]));
  const list = (index: 'gsi1' | 'gsi2' | 'gsi3', pk: string, sk: 'g1s' | 'g2s' | 'g3s'): List<L1Validator> => ({
    index,
    pk,
    low: '0',
    high: after(''),
    rows: (item) => [{ key: text(item[sk]), value: of(item) }],
  });
  return {
    async byId(network: string, validationId: string): Promise<L1Validator | undefined> {
      const item = await table.get(l1ValidatorKey(network, validationId));
      return item && of(item);
    },
    inState: (network: string, state: 'active' | 'inactive') => list('gsi1', key(gsi1[0], { network, state }), 'g1s'),
    ofSubnet: (network: string, id: string) => list('gsi2', key(gsi2[0], { network, subnet: id.slice(2) }), 'g2s'),
    ofNode: (network: string, id: string) => list('gsi3', key(gsi3[0], { network, node: id.slice(2) }), 'g3s'),
  };
}

export function l1ChangeReader(table: Pick<Table, 'query'>) {
  const { pk, sk } = entities.PL1Change;
  return {
    async around(network: string, validationId: string, block: number): Promise<L1Around> {
      const range = { low: key(sk, { block: 0 }), high: key(sk, { block }), ascending: false, limit: 2 };
      const of = key(pk, { network, validationId: validationId.slice(2) });
      const { items } = await table.query({ pk: of, ...range, consistent: true });
      const [last, earlier] = items.map((item) => fromExactJson<L1ChangeRow>(String(item[ATTRIBUTE.json])));
      const isChangedHere = items[0]?.sk === key(sk, { block });
      return { after: last, before: isChangedHere ? earlier : last };
    },
  };
}
