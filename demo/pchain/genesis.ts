import type { PChainGenesis } from '../../lambdas/core/contract/pchain-config';
import type { Recording } from './recording';

/** A flag of the recorded nodes, nAVAX: the highest stake of a validator. */
const MAX_VALIDATOR_STAKE = '50000000000000000';

/**
 * What no node tells of the network of a recording: when it began, and with how much AVAX. Told by its first height, at
 * which the supply has the rewards of its first validators too.
 * @throws Error when the recording does not begin with the genesis.
 */
export function getGenesis(recording: Recording): PChainGenesis {
  const first = (call: string): string => {
    const answer = recording.at(call, 0);
    if (!answer || 'error' in answer) throw new Error(`the recording has no ${call} of the genesis`);
    return answer.text;
  };
  const { timestamp } = JSON.parse(first('platform.getTimestamp {}')) as { timestamp: string };
  const { supply } = JSON.parse(first('platform.getCurrentSupply {}')) as { supply: string };
  type Validators = { validators: { potentialReward: string }[] };
  const { validators } = JSON.parse(first('platform.getCurrentValidators {}')) as Validators;
  const promised = validators.reduce((sum, { potentialReward }) => sum + BigInt(potentialReward), 0n);
  return {
    time: Date.parse(timestamp) / 1_000,
    supply: String(BigInt(supply) - promised),
    maxValidatorStake: MAX_VALIDATOR_STAKE,
  };
}
