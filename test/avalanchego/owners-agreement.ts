import { toUtxoId } from '../support/pchain/expected/bytes';
import { outputOfBytes } from '../support/pchain/expected/outputs';
import type { Service } from '../support/service/service';
import { call } from './driver/rpc';

type Json = Record<string, unknown>;
type Amounts = { amount: string }[];
interface Stake {
  readonly nodeID: string;
  readonly txID: string;
  readonly weight: string;
  readonly potentialReward: string;
  readonly delegators?: readonly Stake[] | null;
}

/** Genesis outputs are not indexed before they are spent. */
const GENESIS_TX = '11111111111111111111111111111111LpoYY';

/** The outputs of addresses (with `P-`), stakes and rewards, by the service and by the node of a network. */
export async function fetchOwners(
  service: Service,
  { url, network, networkId }: { readonly url: string; readonly network: string; readonly networkId: number },
  addresses: readonly string[],
) {
  const ask = <T>(method: string, params: Json = {}) => call<T>(url, 'bc/P', `platform.${method}`, params);
  const path = `/v1/networks/${network}`;
  const all = addresses.join();
  const { validators } = await ask<{ validators: Stake[] }>('getCurrentValidators');
  const nodeIDs = validators.map(({ nodeID }) => nodeID);
  const [{ utxos }, { validators: detailed }] = await Promise.all([
    ask<{ utxos: string[] }>('getUTXOs', { addresses, limit: 1_024 }),
    ask<{ validators: Stake[] }>('getCurrentValidators', { nodeIDs }),
  ]);
  const theirs = utxos.map((text) => outputOfBytes(text, networkId)).filter(({ txId }) => txId !== GENESIS_TX);
  const delegators = detailed.flatMap((one) => one.delegators ?? []);
  const [ours, { body }, listed, pending, { body: details }] = await Promise.all([
    service.all(`${path}/blockchains/p-chain/utxos?addresses=${all}`, 'utxos', 100),
    service.get<{ balances: Record<string, Amounts> }>(`${path}/blockchains/p-chain/balances?addresses=${all}`),
    service.all(`${path}/delegators?delegationStatus=active`, 'delegators', 100),
    service.all(`${path}/rewards:listPending?nodeIds=${nodeIDs.join()}`, 'pendingRewards', 100),
    service.get<{ validatorDetails: Json; delegatorDetails: Json }>(path),
  ]);
  const { unlockedUnstaked = [], lockedPlatform = [], lockedStakeable = [] } = body.balances;
  const sum = (amounts: readonly (string | undefined)[]) => String(amounts.reduce((a, b) => a + BigInt(b ?? 0), 0n));
  const promised = sum(pending.map(({ estimatedReward }) => (estimatedReward as Amounts[number]).amount));
  return {
    ours: {
      outputs: ours.flatMap(({ utxoId, staked }) => (staked ? [] : [String(utxoId)])).toSorted(),
      owned: sum([...unlockedUnstaked, ...lockedPlatform, ...lockedStakeable].map(({ amount }) => amount)),
      delegators: listed.map(({ txHash, amountDelegated }) => `${txHash} ${amountDelegated}`).toSorted(),
      staked: [details.validatorDetails.totalAmountStaked, details.delegatorDetails.totalAmountStaked],
      promised: delegators.length > 0 ? 'divided' : promised,
    },
    theirs: {
      outputs: theirs.map(({ txId, index }) => toUtxoId(txId, index)).toSorted(),
      owned: sum(theirs.map(({ amount }) => amount)),
      delegators: delegators.map(({ txID, weight }) => `${txID} ${weight}`).toSorted(),
      staked: [sum(detailed.map(({ weight }) => weight)), sum(delegators.map(({ weight }) => weight))],
      // The node reports a delegator's whole reward, including the share of its validator.
      promised: delegators.length > 0 ? 'divided' : sum(detailed.map(({ potentialReward }) => potentialReward)),
    },
  };
}
