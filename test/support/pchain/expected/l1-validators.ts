import type { Recording } from '../../../../demo/p-chain/recording';
import { toDigits, withoutChain } from './bytes';
import { getNetwork, type Network } from './network';
import type { Owner } from './node-types';
import { allValidations } from './validations';

type ExpectedBalanceOwner = { addresses: string[]; threshold: number };

/** `active`: the contract shows inactive ones only on request. */
export type ExpectedL1Validator = {
  validationId: string;
  validationIdHex: string;
  nodeId: string;
  subnetId: string;
  weight: number;
  remainingBalance: number;
  daysLeft?: number;
  runsOutAt?: number;
  creationTimestamp: number;
  blsCredentials: { publicKey: string; proofOfPossession: string };
  remainingBalanceOwner: ExpectedBalanceOwner;
  deactivationOwner: ExpectedBalanceOwner;
  active: boolean;
};

type NodeL1Validator = {
  validationID?: string;
  nodeID: string;
  weight: string;
  startTime: string;
  publicKey: string;
  remainingBalanceOwner: Owner;
  deactivationOwner: Owner;
  balance: string;
};

/** In order of registration, including inactive ones. Throws if the state of that height was not recorded. */
export function expectedL1Validators(recording: Recording, height: number): ExpectedL1Validator[] {
  const network = getNetwork(recording);
  if (!network.hasState(height)) throw new Error(`the state at ${height} was not recorded`);
  const { subnets } = network.answer<{ subnets: { id: string }[] }>('platform.getSubnets', {}, height);
  const listed = subnets.flatMap(({ id: subnetID }) => {
    type Answer = { validators: NodeL1Validator[] };
    return network.find<Answer>('platform.getCurrentValidators', { subnetID }, height)?.validators ?? [];
  });
  const runway = getRunway(network, height);
  const byId = new Map(listed.map((one) => [one.validationID, one]));
  const known = [...allValidations(network).values()].flatMap(({ validationId, subnetId, blsCredentials }) => {
    const said = byId.get(validationId);
    return said ? [{ said, validationId, subnetId, proofOfPossession: blsCredentials.proofOfPossession }] : [];
  });
  if (known.length !== listed.filter(({ validationID }) => validationID).length)
    throw new Error(`at ${height} the node lists validators that no transaction brought`);
  return known.map(({ said, validationId, subnetId, proofOfPossession }) => ({
    ...{ validationId, validationIdHex: `0x${toDigits(validationId)}`, nodeId: said.nodeID, subnetId },
    ...{
      weight: Number(said.weight),
      remainingBalance: Number(said.balance),
      ...runway(said.balance),
      creationTimestamp: Number(said.startTime),
    },
    blsCredentials: { publicKey: said.publicKey, proofOfPossession },
    remainingBalanceOwner: ownerOf(said.remainingBalanceOwner),
    deactivationOwner: ownerOf(said.deactivationOwner),
    active: said.balance !== '0',
  }));
}

/** At the price that the node reported. */
function getRunway(network: Network, height: number) {
  type State = { price: string; timestamp: string };
  const { price, timestamp } = network.answer<State>('platform.getValidatorFeeState', {}, height);
  return (balance: string) => {
    if (balance === '0') return {};
    const seconds = Number(BigInt(balance) / BigInt(price));
    return { daysLeft: Math.floor(seconds / 864) / 100, runsOutAt: Date.parse(timestamp) / 1_000 + seconds };
  };
}

const ownerOf = ({ addresses, threshold }: Owner): ExpectedBalanceOwner => ({
  addresses: addresses.map(withoutChain),
  threshold: Number(threshold),
});
