import type { PChainGenesis } from '../../lambdas/core/contract/pchain-config';
import type { Recording } from './recording';

/** nAVAX: a flag of the recorded nodes. */
const MAX_VALIDATOR_STAKE = '50000000000000000';

/** Nodes do not expose these. The supply at height 0 includes potential rewards. @throws Error without genesis. */
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
