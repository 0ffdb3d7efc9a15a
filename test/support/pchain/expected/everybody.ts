import type { Recording } from '../../../../demo/p-chain/recording';
import { withoutChain } from './bytes';
import { transactionsByAddress } from './lists';
import { getNetwork } from './network';
import { getOwners, primaryStakes } from './primary-stakes';

export function everybodyIn(recording: Recording): { addresses: string[]; nodes: string[] } {
  const stakes = primaryStakes(getNetwork(recording));
  const owners = stakes.flatMap((stake) => Object.values(getOwners(stake)).flatMap(({ addresses }) => addresses));
  return {
    addresses: [...new Set([...transactionsByAddress(recording).keys(), ...owners.map(withoutChain)])],
    nodes: [...new Set(stakes.map(({ nodeId }) => nodeId))],
  };
}
