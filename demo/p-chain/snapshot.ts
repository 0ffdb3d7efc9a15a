import { type Params, PRIMARY_NETWORK } from './calls';
import { getGauges } from './gauges';
import { type Call, callNode, getResult } from './node-calls';

/** Constant answers: called once. */
const CONSTANTS = [
  'info.upgrades',
  'platform.getValidatorFeeConfig',
  'platform.getFeeConfig',
  'platform.getMinStake',
  'platform.getStakingAssetID',
];

const STATE = [
  'platform.getTimestamp',
  'platform.getValidatorFeeState',
  'platform.getFeeState',
  'platform.getCurrentSupply',
  'platform.getTotalStake',
];

/** Kept after an object's end, so that the end is recorded too. */
export type Known = {
  subnets: Set<string>;
  nodes: Set<string>;
  validations: Set<string>;
  chains: Set<string>;
  addresses: Set<string>;
};

type Validators = { validators: { nodeID: string; validationID?: string }[] };

export function constants(url: string): Promise<Call[]> {
  return Promise.all(CONSTANTS.map((method) => callNode(url, method)));
}

export async function getBlockHeight(url: string): Promise<{ height: number; call: Call }> {
  const call = await callNode(url, 'platform.getHeight');
  return { height: Number(getResult<{ height: string }>(call).height), call };
}

/** Undefined if the node accepted a block meanwhile: the answers may belong to different heights. */
export async function snapshot(url: string, height: number, known: Known): Promise<Call[] | undefined> {
  const ask = (method: string, params?: Params) => callNode(url, `platform.${method}`, params);
  const [subnets, chains, nodes, ...others] = await Promise.all([
    ask('getSubnets'),
    ask('getBlockchains'),
    ask('getCurrentValidators'),
    getGauges(url),
    ...STATE.map((method) => callNode(url, method)),
  ]);
  for (const { id } of getResult<{ subnets: { id: string }[] }>(subnets).subnets)
    if (id !== PRIMARY_NETWORK) known.subnets.add(id);
  for (const { id } of getResult<{ blockchains: { id: string }[] }>(chains).blockchains) known.chains.add(id);
  for (const { nodeID } of getResult<Validators>(nodes).validators) known.nodes.add(nodeID);
  const validators = await Promise.all([...known.subnets].map((subnetID) => ask('getCurrentValidators', { subnetID })));
  for (const call of validators)
    for (const { validationID } of getResult<Validators>(call).validators)
      if (validationID) known.validations.add(validationID);
  const details = await Promise.all([
    ...[...known.subnets, PRIMARY_NETWORK].map((subnetID) => ask('validates', { subnetID })),
    ...[...known.subnets].flatMap((subnetID) =>
      ['getSubnet', 'getTotalStake', 'getCurrentSupply'].map((method) => ask(method, { subnetID })),
    ),
    ...[...known.chains].map((blockchainID) => ask('validatedBy', { blockchainID })),
    ...[...known.nodes].map((nodeID) => ask('getCurrentValidators', { nodeIDs: [nodeID] })),
    ...[...known.validations].map((validationID) => ask('getL1Validator', { validationID })),
    ...[...known.addresses].map((address) => ask('getUTXOs', { addresses: [address] })),
  ]);
  const after = await getBlockHeight(url);
  const calls = [after.call, subnets, chains, nodes, ...others, ...validators, ...details];
  return after.height === height ? calls : undefined;
}
