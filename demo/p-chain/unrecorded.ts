import { type Params, PRIMARY_NETWORK } from './calls';
import { refusal } from './json-rpc';
import type { Answer } from './recording';

/** Worded like avalanchego's, with our reason. */
const refused = (error: string): Answer => refusal(`${error}: not recorded`);

/** avalanchego's own answers for missing data, where it has one. */
const absent: Readonly<Record<string, (id: string) => Answer>> = {
  'platform.getBlockByHeight': (height) => refused(`couldn't get block at height ${height}`),
  'platform.getBlock': (id) => refused(`couldn't get block with id ${id}`),
  'platform.getTx': () => refused("couldn't get tx"),
  'platform.getTxStatus': () => ({ text: '{"status":"Unknown"}' }),
  'platform.getL1Validator': (id) => refused(`fetching L1 validator "${id}" failed`),
  'platform.getSubnet': (id) =>
    id === PRIMARY_NETWORK ? refusal("the primary network isn't a subnet") : refusal('not recorded'),
  'platform.validates': (id) => refused(`problem retrieving subnet "${id}"`),
  'platform.validatedBy': (id) =>
    id === PRIMARY_NETWORK
      ? { text: `{"subnetID":"${PRIMARY_NETWORK}"}` }
      : refused(`problem retrieving blockchain "${id}"`),
  'platform.getCurrentSupply': () => refused('fetching current supply failed'),
  'platform.getMinStake': (id) => refused(`failed fetching subnet transformation for ${id}`),
  'platform.getStakingAssetID': (id) => refused(`failed fetching subnet transformation for ${id}`),
  'platform.getTotalStake': () => ({ text: '{"stake":"0","weight":"0"}' }),
  'platform.getCurrentValidators': () => ({ text: '{"validators":[]}' }),
  'platform.getValidatorsAt': () => ({ text: '{}' }),
};

export function unrecorded(method: string, { encoding = 'hex', ...params }: Params): Answer {
  // Recorded in hex only, and only if not empty.
  if (method === 'platform.getRewardUTXOs' && encoding === 'hex')
    return { text: '{"numFetched":"0","utxos":[],"encoding":"hex"}' };
  const id = params.height ?? params.blockID ?? params.validationID ?? params.subnetID ?? params.blockchainID;
  return absent[method]?.(String(id ?? PRIMARY_NETWORK)) ?? refusal('not recorded');
}

export function aheadOfChain(current: number, { height, subnetID = PRIMARY_NETWORK }: Params): Answer {
  return refusal(
    `failed to get validator set at ${height}: failed to fetch validator set at unfinalized height with SubnetID = ${subnetID}: current P-chain height (${current}) < requested P-Chain height (${height})`,
  );
}
