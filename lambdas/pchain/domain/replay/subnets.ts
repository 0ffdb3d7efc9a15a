import type { Owners } from '../codec/parts';
import type { TxOf } from '../codec/tx';
import type { Subnet } from './state';
import type { Step } from './step';

/** Strips the `type` that the codec adds. */
export const plainOwner = ({ locktime, threshold, addresses }: Owners): Subnet['owner'] => ({
  locktime,
  threshold,
  addresses,
});

export function createSubnet({ state, effects, txId: subnetId, place }: Step, { owner }: TxOf<'CreateSubnetTx'>): void {
  const subnet = { subnetId, created: { ...place, time: state.time }, owner: plainOwner(owner) };
  state.subnets.set(subnetId, subnet);
  effects.subnets.set(subnetId, subnet);
}

export function changeSubnet(
  { state, effects }: Step,
  subnetId: string,
  change: Partial<Pick<Subnet, 'owner' | 'conversion'>>,
): void {
  const found = state.subnets.get(subnetId);
  if (!found) throw new Error(`no subnet ${subnetId}`);
  const subnet = { ...found, ...change };
  state.subnets.set(subnetId, subnet);
  effects.subnets.set(subnetId, subnet);
}
