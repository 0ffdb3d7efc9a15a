import type { PChainGenesis } from '../../lambdas/core/contract/pchain-config';
import type { Recording } from './recording';

/** Maximum stake of a validator, nAVAX: a flag of the recorded nodes. */
const MAX_VALIDATOR_STAKE = '50000000000000000';

/**
 * Genesis facts that nodes do not expose: the start time, and the initial supply of AVAX. Derived from height 0, where
 * the supply already includes the potential rewards of the genesis validators.
 * @throws Error if the recording does not include genesis.
 */
export function getGenesis(recording: Recording): PChainGenesis {
  const first = (call: string): string => {
    const answer = recording.at(call, 0);
    if (!answer || 'error' in answer) throw new Error(`the recording has no ${call} at genesis`);
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
