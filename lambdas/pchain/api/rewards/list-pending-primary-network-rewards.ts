import { listPendingPrimaryNetworkRewards } from '../../contract/endpoints/rewards';
import type { PDelegatorRow } from '../../domain/delegators';
import { delegatorRewards, promisedToValidator, type StakeOf } from '../../domain/stakes';
import type { PValidatorRow, Typed } from '../../domain/validators';
import { type Promised, pendingRewardView } from '../../views/reward';
import { implement } from '../implement';
import { typed } from '../shared/auto-renewal';
import { mergedPage } from '../shared/merged-page';
import { type IndexedNetwork, indexedNetwork } from '../shared/network';
import { rewardOwners, STAKE_KEY_LENGTH, stakesByPlaces } from '../shared/stakes';
import { getMoment } from '../shared/times';

export const handler = implement(listPendingPrimaryNetworkRewards, async ({ params, query, page, deps }) => {
  const indexed = await indexedNetwork(deps, params.network, page);
  const { network, facts, cut } = indexed;
  const { of, nodes } = rewardOwners(query, facts.hrp);
  const lists = of.map((one) => deps.PStakeOf.current(network, one, { from: 0, to: cut }));
  const { values, next } = await mergedPage(deps.page, lists, {
    page,
    ascending: query.sortOrder === 'asc',
    group: STAKE_KEY_LENGTH,
    toId: ({ txId, reward }) => `${txId} ${reward}`,
    keep: ({ reward, nodeId }) => reward !== undefined && (!nodes || nodes.has(nodeId)),
  });
  const [found, { time }] = await Promise.all([
    stakesByPlaces(deps, network, values),
    getMoment(deps, undefined, indexed),
  ]);
  const validators = new Map(
    (await typed(deps, indexed, [...found.validators.values()])).map((row) => [row.txId, row]),
  );
  const promised = values
    .flatMap((one) => promisedBy(one, { ...found, validators }, facts))
    .filter(({ amount }) => amount > 0n);
  return {
    pendingRewards: promised.map((one) => pendingRewardView(one, time, facts)),
    ...page.token(next, cut),
  };
});

interface Stakes {
  readonly validators: ReadonlyMap<string, Typed<PValidatorRow>>;
  readonly delegators: ReadonlyMap<string, PDelegatorRow>;
}

function promisedBy(
  { txId, reward: kind }: StakeOf,
  { validators, delegators }: Stakes,
  facts: IndexedNetwork['facts'],
): Promised[] {
  const [validator, delegator] = [validators.get(txId), delegators.get(txId)];
  if (validator && kind && !validator.ended) {
    const addresses = kind === 'validation' ? validator.rewardAddresses : validator.delegationRewardAddresses;
    const { stakingType } = validator;
    return [{ stake: validator, stakingType, kind, amount: promisedToValidator(validator, kind, facts), addresses }];
  }
  if (!delegator || !kind || delegator.ended) return [];
  const { net: amount } = delegatorRewards(delegator);
  return [{ stake: delegator, stakingType: 'fixed', kind, amount, addresses: delegator.rewardAddresses }];
}
