import { getBalancesByAddresses } from '../../contract/endpoints/balances';
import { balancesAt } from '../../domain/balances';
import { restakedRewards } from '../../domain/restaked-rewards';
import { balancesView } from '../../views/balances';
import { implement } from '../implement';
import { chainInfo } from '../shared/chain-info';
import { addressesIn } from '../shared/ids';
import { indexedNetwork, requireFirstBlock, requirePChain } from '../shared/network';
import { getOutputs } from '../shared/owned-outputs';
import { getMoment } from '../shared/times';
import { findSnapshot } from '../shared/validators';

export const handler = implement(getBalancesByAddresses, async ({ params, query, deps }) => {
  const indexed = await indexedNetwork(deps, params.network);
  requirePChain(params.blockchainId);
  requireFirstBlock(indexed, 'balances');
  const { network, facts } = indexed;
  const addresses = addressesIn('addresses', query.addresses, facts.hrp);
  // In the public API, 0 means no timestamp.
  const time = query.blockTimestamp || undefined;
  const moment = await getMoment(deps, time, indexed);
  const isNow = time === undefined;
  const outputs = await getOutputs(deps, network, addresses, isNow);
  // A spend is written just before its block is visible: count its outputs, or funds would vanish.
  const clock = Math.max(moment.time, Math.floor(deps.now() / 1_000));
  const now = { ...moment, block: Number.POSITIVE_INFINITY, clock };
  const balances = balancesAt(outputs, isNow ? now : moment);
  const found = isNow ? await findSnapshot(deps, network) : undefined;
  const restaked = found && restakedRewards(found.snapshot, addresses, outputs);
  return { balances: balancesView(balances, facts, restaked), ...chainInfo(params.network) };
});
