import { createHash } from 'node:crypto';
import { DERIVATION } from '../../../lambdas/core/domain/derivations';
import { pChainAt } from '../../../lambdas/core/table/copy-keys';
import { INDEXING_NODE, RECORDINGS } from '../../support/pchain/recorded';
import { indexedTo } from '../../support/pchain/world';

test.each([...RECORDINGS, INDEXING_NODE])(
  'the blocks of %s give other rows only in a new version: append to DERIVATION_CHANGES, then record with -u',
  async (path) => {
    const { items } = await indexedTo(path);
    const rows = (await items()).filter((item) => pChainAt(item.split(' ', 1)[0] ?? '') !== undefined);
    const digest = createHash('sha256').update(rows.toSorted().join('\n')).digest('hex');
    expect(`${rows.length} rows ${digest}`).toMatchSnapshot(`version ${DERIVATION}`);
  },
);
