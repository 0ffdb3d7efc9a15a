import { postEtherscan } from '../contract/endpoints';
import { answer } from './actions/answer';
import { implement } from './implement';

export const handler = implement(postEtherscan, answer);
