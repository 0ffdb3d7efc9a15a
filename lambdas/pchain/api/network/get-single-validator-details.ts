import { notFound } from '../../../core/contract/errors';
import { getSingleValidatorDetails } from '../../contract/endpoints/network';
import { validatorView } from '../../views/validator';
import { implement } from '../implement';
import { typed } from '../shared/auto-renewal';
import { nodeIdIn } from '../shared/ids';
import { indexedNetwork } from '../shared/network';
import { findSnapshot, withSnapshot } from '../shared/validators';

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
