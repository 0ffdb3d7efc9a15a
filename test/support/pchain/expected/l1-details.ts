import { toDigits } from './bytes';
import { known, must } from './json';
import type { Network, PlacedTx } from './network';
import { knownOutputs, type Output, outputKey } from './outputs';
import { allValidations, getTouches, type Touch } from './validations';

/** Right after the transaction. */
export type ExpectedL1Details = {
  validationId: string;
  validationIdHex: string;
  nodeId: string;
  subnetId: string;
  /** Absent unless the node's recorded state has them. */
  weight?: number;
  remainingBalance?: number;
  balanceChange?: number;
  blsCredentials: { publicKey: string; proofOfPossession: string };
};

type State = { weight: string; balance: string };

/** Zero for removed validators; undefined if not recorded. */
function getState(network: Network, validationID: string, height: number): State | undefined {
  if (!network.hasState(height)) return undefined;
  const found = network.find<State>('platform.getL1Validator', { validationID }, height);
  const isGone = network.recording.at(`platform.getL1Validator ${JSON.stringify({ validationID })}`, height);
  return found ?? (isGone && { weight: '0', balance: '0' });
}

export function getL1Details(network: Network, tx: PlacedTx): ExpectedL1Details[] {
  const refunded = getRefund(network, tx);
  return getTouches(tx).map((touch) => {
    const { nodeId, subnetId, blsCredentials } = must(
      allValidations(network).get(touch.validationId),
      `the beginning of ${touch.validationId}`,
    );
    const state = isAlone(network, tx, touch)
      ? getState(network, touch.validationId, Number(tx.block.height))
      : undefined;
    const weight = state?.weight ?? touch.weight;
    const added = Number(touch.added ?? 0);
    // A balance that lasts less than a second is evicted at the end of the same block.
    const isEvicted = state?.balance === '0' && added > 0;
    const change = refunded ? -Number(refunded.amount) : added;
    return known<ExpectedL1Details>({
      ...{ validationId: touch.validationId, validationIdHex: `0x${toDigits(touch.validationId)}` },
      ...{ nodeId, subnetId, blsCredentials },
      weight: weight === undefined ? undefined : Number(weight),
      remainingBalance: state && !isEvicted ? Number(state.balance) : undefined,
      balanceChange: change === 0 ? undefined : change,
    });
  });
}

/** No other transaction of the block touches the validator, so the block's state is this transaction's. */
const isAlone = (network: Network, { id, block }: PlacedTx, { validationId }: Touch): boolean =>
  !network.txs.some(
    (other) =>
      other.block === block && other.id !== id && getTouches(other).some((one) => one.validationId === validationId),
  );

/** The output after the listed ones. Throws if an active validator's refund has no known owner. */
export function getRefund(network: Network, tx: PlacedTx): Output | undefined {
  const [touch] = getTouches(tx);
  const ends = touch?.weight === '0' || 'disableAuthorization' in tx.unsignedTx;
  if (!touch || !ends) return undefined;
  const found = knownOutputs(network).get(outputKey(tx.id, tx.unsignedTx.outputs?.length ?? 0));
  const before = getState(network, touch.validationId, Number(tx.block.height) - 1);
  if (!found && before?.balance !== '0') throw new Error(`${tx.id}: nobody was seen to own its refund`);
  return found;
}
