import { type Params, PRIMARY_NETWORK } from './calls';
import { refusal } from './json-rpc';
import type { Answer } from './recording';

/** What the node says of a thing that does not exist: of anything that a recording has not, or not yet. */
const absent: Readonly<Record<string, (id: string) => Answer>> = {
  'platform.getBlockByHeight': (height) => refusal(`couldn't get block at height ${height}: not found`),
  'platform.getBlock': (id) => refusal(`couldn't get block with id ${id}: not found`),
  'platform.getTx': () => refusal("couldn't get tx: not found"),
  'platform.getTxStatus': () => ({ text: '{"status":"Unknown"}' }),
  'platform.getL1Validator': (id) => refusal(`fetching L1 validator "${id}" failed: not found`),
  'platform.getSubnet': (id) => refusal(id === PRIMARY_NETWORK ? "the primary network isn't a subnet" : 'not found'),
  'platform.validates': (id) => refusal(`problem retrieving subnet "${id}": not found`),
  'platform.validatedBy': (id) =>
    id === PRIMARY_NETWORK
      ? { text: `{"subnetID":"${PRIMARY_NETWORK}"}` }
      : refusal(`problem retrieving blockchain "${id}": not found`),
  'platform.getCurrentSupply': () => refusal('fetching current supply failed: not found'),
  'platform.getMinStake': (id) => refusal(`failed fetching subnet transformation for ${id}: not found`),
  'platform.getStakingAssetID': (id) => refusal(`failed fetching subnet transformation for ${id}: not found`),
  'platform.getTotalStake': () => ({ text: '{"stake":"0","weight":"0"}' }),
  'platform.getCurrentValidators': () => ({ text: '{"validators":[]}' }),
  'platform.getValidatorsAt': () => ({ text: '{}' }),
};

/** The answer to a call that a recording does not have. */
export function unrecorded(method: string, { encoding, ...params }: Params): Answer {
  if (method === 'platform.getRewardUTXOs')
    return { text: `{"numFetched":"0","utxos":[],"encoding":"${encoding ?? 'hex'}"}` };
  const id = params.height ?? params.blockID ?? params.validationID ?? params.subnetID ?? params.blockchainID;
  return absent[method]?.(String(id ?? PRIMARY_NETWORK)) ?? refusal('not recorded');
}

/** What the node says when it is asked for the validators at a height that is still to come. */
export function aheadOfChain(current: number, { height, subnetID = PRIMARY_NETWORK }: Params): Answer {
  return refusal(
    `failed to get validator set at ${height}: failed to fetch validator set at unfinalized height with SubnetID = ${subnetID}: current P-chain height (${current}) < requested P-Chain height (${height})`,
  );
}
