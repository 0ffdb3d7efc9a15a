import { fromExactJson } from '../../../domain/pchain/exact-json';
import type { PValidatorRow, ValidatorStatus } from '../../../domain/pchain/validators';
import { key } from '../../../table/key';
import { ATTRIBUTE } from '../../../table/pchain/items';
import { entities } from '../../../table/schema';
import type { List } from '../list';
import { type Blocks, between, type Stored, text } from '../stored-item';

const rowOf = (item: Stored): PValidatorRow => fromExactJson<PValidatorRow>(text(item[ATTRIBUTE.json]));

/** Stakes of validators, by when they were made. */
export function pValidatorReader() {
  const { pk, gsi1 } = entities.PValidator;
  return {
    /** `nodeId`: 0x and digits. */
    ofNode: (network: string, nodeId: string, blocks: Blocks): List<PValidatorRow> => ({
      ...{ pk: key(pk, { network, node: nodeId.slice(2) }), ...between(blocks) },
      rows: (item) => [{ key: text(item.sk), value: rowOf(item) }],
    }),
    ofStatus: (network: string, status: ValidatorStatus, blocks: Blocks): List<PValidatorRow> => ({
      ...{ index: 'gsi1', pk: key(gsi1[0], { network, status }), ...between(blocks) },
      rows: (item) => [{ key: text(item.g1s), value: rowOf(item) }],
    }),
  };
}
