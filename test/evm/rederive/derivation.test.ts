import { createHash } from 'node:crypto';
import { ROW_FAMILIES } from '../../../lambdas/chain/domain/rederivation';
import { DERIVATION } from '../../../lambdas/core/domain/derivations';
import { getFamily } from '../../../lambdas/core/table/copy-keys';
import { derive } from '../../../lambdas/evm/domain/derive';
import { rowsOfSlice } from '../../../lambdas/evm/rederive/rows-of-slice';
import { aChain, aRawBlock } from '../../support/make/blocks';
import { tracedWorld } from '../../support/make/internal-transactions';
import { teleporterLog } from '../../support/make/teleporter';
import { ADD_FEE, EXECUTED, FAILED, OWN, RECEIPT, RECEIVE, SEND } from '../../support/make/teleporter-samples';
import { memoryTable } from '../../support/tables/memory';

test('blocks give other rows only in a new version: append to DERIVATION_CHANGES, then record with -u', () => {
  const logs = [SEND, RECEIVE, EXECUTED, FAILED, RECEIPT, ADD_FEE].map((event) => teleporterLog(event));
  const messages = { ...aRawBlock(900, [{ from: 1, to: 2, logs }]), blockchainId: OWN, internalTxs: [] };
  const { derivedRows } = rowsOfSlice(aChain(), ROW_FAMILIES, memoryTable().table);
  const rows = [...tracedWorld(5, 60), messages].flatMap(({ internalTxs = [], ...raw }) =>
    derivedRows({ derived: derive(raw, 0), internalTxs }),
  );
  const digests = ROW_FAMILIES.map((family) => {
    const own = rows.filter(({ item }) => getFamily(item) === family).map(({ item }) => shown(item));
    const digest = createHash('sha256').update(own.toSorted().join('\n')).digest('hex');
    return `${family}: ${own.length} rows ${digest}`;
  });
  expect(digests).toMatchSnapshot(`version ${DERIVATION}`);
});

const shown = (item: Readonly<Record<string, unknown>>): string =>
  JSON.stringify(
    Object.entries(item).toSorted(([a], [b]) => (a < b ? -1 : 1)),
    (_, value) => (typeof value === 'bigint' ? `${value}n` : value),
  );
