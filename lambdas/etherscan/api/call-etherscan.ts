import { callEtherscan } from '../contract/endpoints';
import { answer } from './actions/answer';
import { implement } from './implement';

export const handler = implement(callEtherscan, answer);
