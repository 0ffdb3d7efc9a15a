import { toCb58 } from '../../core/domain/cb58';
import type { L1ValidatorDetailsFull, L1ValidatorDetailsTransaction } from '../contract/schemas/l1-validators';
import { nodeIdText } from '../domain/node-id';
import { balanceOf } from '../domain/replay/l1-validators';
import type { L1Validator } from '../domain/replay/state';
import type { TxL1Change } from '../domain/rows';
import { type createRunsOutAt, daysBetween, type FeeState } from '../domain/runway';
import { addressesView, type NetworkIds } from './owners';

const sharedView = (validator: L1Validator | TxL1Change) => ({
  validationId: toCb58(validator.validationId),
  validationIdHex: validator.validationId,
  nodeId: nodeIdText(validator.nodeId),
  subnetId: toCb58(validator.subnetId),
  weight: Number(validator.weight),
  blsCredentials: {
    publicKey: validator.publicKey,
    ...(validator.proofOfPossession === undefined ? {} : { proofOfPossession: validator.proofOfPossession }),
  },
});

/** `fees`: of the block at which the balance is shown. `getRunsOutAt`: for the same block. */
export function l1ValidatorView(
  validator: L1Validator,
  fees: FeeState,
  getRunsOutAt: ReturnType<typeof createRunsOutAt>,
  ids: Pick<NetworkIds, 'hrp'>,
): L1ValidatorDetailsFull {
  const runsOutAt = getRunsOutAt(validator);
  const ownerView = ({ addresses, threshold }: L1Validator['deactivationOwner']) => ({
    addresses: addressesView(addresses, ids),
    threshold,
  });
  return {
    ...sharedView(validator),
    remainingBalance: Number(balanceOf(fees, validator)),
    ...(runsOutAt === undefined ? {} : { daysLeft: daysBetween(fees.time, runsOutAt), runsOutAt }),
    creationTimestamp: validator.start,
    remainingBalanceOwner: ownerView(validator.remainingBalanceOwner),
    deactivationOwner: ownerView(validator.deactivationOwner),
  };
}

export const l1ChangeView = (changed: TxL1Change): L1ValidatorDetailsTransaction => ({
  ...sharedView(changed),
  remainingBalance: Number(changed.balance),
  ...(changed.change === 0n ? {} : { balanceChange: Number(changed.change) }),
});
