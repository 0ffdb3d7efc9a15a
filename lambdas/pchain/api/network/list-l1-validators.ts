import { ApiError } from '../../../core/contract/errors';
import { listL1Validators } from '../../contract/endpoints/network';
import type { L1Validator } from '../../domain/replay/state';
import { l1ValidatorView } from '../../views/l1-validator';
import { implement } from '../implement';
import { idIn, nodeIdIn } from '../shared/ids';
import { indexedNetwork } from '../shared/network';

export const handler = implement(listL1Validators, async ({ params, query, page, deps }) => {
  const { network, facts, head } = await indexedNetwork(deps, params.network);
  const { l1ValidationId, subnetId, nodeId, includeInactiveL1Validators: all } = query;
  const [validation, subnet, node] = [
    l1ValidationId && idIn('l1ValidationId', l1ValidationId),
    subnetId && idIn('subnetId', subnetId),
    nodeId && nodeIdIn('nodeId', nodeId),
  ];
  const block = await deps.PBlock.head(network, head);
  const keep = (one: L1Validator): boolean =>
    one.created.block <= head &&
    (all || one.endAccruedFees > 0n) &&
    (!subnet || one.subnetId === subnet) &&
    (!node || one.nodeId === node);
  if (!block?.after)
    throw new ApiError(
      503,
      `L1 validator balances of ${network} are unknown at block ${head}: see health-check for the reason`,
    );
  const { accruedFees } = block.after;
  const view = (one: L1Validator) => l1ValidatorView(one, accruedFees, facts);
  const blockHeight = String(head);
  if (validation) {
    const found = await deps.PL1Validator.byId(network, validation);
    return { validators: found && keep(found) ? [view(found)] : [], blockHeight };
  }
  const { PL1Validator } = deps;
  const ofNetwork = [
    PL1Validator.inState(network, 'active'),
    ...(all ? [PL1Validator.inState(network, 'inactive')] : []),
  ];
  const ofNode = node ? [PL1Validator.ofNode(network, node)] : ofNetwork;
  const lists = subnet ? [PL1Validator.ofSubnet(network, subnet)] : ofNode;
  const { values, next } = await deps.page(lists, { ...page, ascending: false, keep });
  // While the secondary index lags, a validator can be in both lists: re-read its row.
  const once = [...Map.groupBy(values, ({ validationId }) => validationId)].map(([id, [own, ...others]]) =>
    others.length > 0 ? PL1Validator.byId(network, id) : own,
  );
  const validators = (await Promise.all(once)).filter((one) => one !== undefined);
  return { validators: validators.map(view), blockHeight, ...page.token(next, head) };
});
