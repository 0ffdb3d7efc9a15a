import { getSingleValidatorDetails } from '../../contract/endpoints/primary-network';
import { notFound } from '../../contract/errors';
import { implement } from '../implement/pchain';
import { typed } from '../shared/primary-network/auto-renewal';
import { nodeIdIn } from '../shared/primary-network/ids';
import { indexedNetwork } from '../shared/primary-network/network';
import { findSnapshot, withSnapshot } from '../shared/primary-network/validators';
import { validatorView } from '../views/primary-network/validator';

export const handler = implement(getSingleValidatorDetails, async ({ params, query, page, deps }) => {
  const indexed = await indexedNetwork(deps, params.network, page);
  const { network, facts, cut, range } = indexed;
  const { validationStatus: status, sortOrder } = query;
  const list = deps.PValidator.ofNode(network, nodeIdIn('nodeId', params.nodeId), { from: 0, to: cut });
  const keep = status === undefined ? {} : { keep: (row: { readonly status: string }) => row.status === status };
  const { values, next } = await deps.page([list], { ...page, ascending: sortOrder === 'asc', ...keep });
  if (values.length === 0 && !next && !page.from && status === undefined)
    throw notFound(`validator ${params.nodeId} of ${network} (${range})`);
  const { totals, completed } = withSnapshot(await findSnapshot(deps, network));
  const rows = await typed(deps, indexed, values.map(completed));
  return {
    validators: rows.map((row) => validatorView(row, facts, totals)),
    ...page.token(next, cut),
  };
});
