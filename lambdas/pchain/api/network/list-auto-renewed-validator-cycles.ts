import { listAutoRenewedValidatorCycles } from '../../contract/endpoints/network';
import { currentCycleView, cycleView } from '../../views/auto-renewal';
import { implement } from '../implement';
import { idIn, nodeIdIn } from '../shared/ids';
import { indexedNetwork } from '../shared/network';

export const handler = implement(listAutoRenewedValidatorCycles, async ({ params, query, page, deps }) => {
  const { network, cut } = await indexedNetwork(deps, params.network, page);
  const node = nodeIdIn('nodeId', params.nodeId);
  const stake = query.txHash === undefined ? undefined : idIn('txHash', query.txHash);
  const blocks = { from: 0, to: cut };
  const isRequested = (txId: string): boolean => stake === undefined || txId === stake;
  const { values, next } = await deps.page([deps.PCycle.ofNode(network, node, blocks)], {
    ...page,
    ascending: query.sortOrder === 'asc',
    keep: ({ stakingTxId }) => isRequested(stakingTxId),
  });
  // A node's first current stake is the validator's: delegations cannot start before it.
  const first = { size: 1, ascending: true };
  const stakes = page.from ? [] : (await deps.page([deps.PStakeOf.current(network, { node }, blocks)], first)).values;
  const validators = await deps.PValidator.byPlaces(
    network,
    stakes.filter(({ kind }) => kind === 'validator'),
  );
  const [currentCycle] = validators.filter(({ txId }) => isRequested(txId)).map(currentCycleView);
  return {
    cycles: values.map(cycleView),
    ...(currentCycle ? { currentCycle } : {}),
    ...page.token(next, cut),
  };
});
