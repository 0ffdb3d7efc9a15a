import { type Params, PRIMARY_NETWORK } from './calls';
import { refusal } from './json-rpc';
import type { Answer } from './recording';

/** A refusal as the node words it, with the reason that is true of a recording. */
const refused = (what: string): Answer => refusal(`${what}: not recorded`);

/** Errors for data that is not in the recording, or not yet at this height. Where a node has its own error for missing data, that one is used. */
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

/** The answer to a call that a recording does not have. */
export function unrecorded(method: string, { encoding = 'hex', ...params }: Params): Answer {
  // Recorded in hex alone, and only if there are any.
  if (method === 'platform.getRewardUTXOs' && encoding === 'hex')
    return { text: '{"numFetched":"0","utxos":[],"encoding":"hex"}' };
  const id = params.height ?? params.blockID ?? params.validationID ?? params.subnetID ?? params.blockchainID;
  return absent[method]?.(String(id ?? PRIMARY_NETWORK)) ?? refusal('not recorded');
}

/** What the node says when it is asked for the validators at a height that is still to come. */
export function aheadOfChain(current: number, { height, subnetID = PRIMARY_NETWORK }: Params): Answer {
  return refusal(
    `failed to get validator set at ${height}: failed to fetch validator set at unfinalized height with SubnetID = ${subnetID}: current P-chain height (${current}) < requested P-Chain height (${height})`,
  );
}
