import { getTransaction } from '../../contract/endpoints/transactions';
import { implement } from '../implement';
import { indexedChain } from '../shared/indexed-chain';
import { wholeTransaction } from '../shared/whole-transaction';

export const handler = implement(getTransaction, async ({ params, deps, answer }) => {
  const { value, isFinal } = await wholeTransaction(deps, await indexedChain(deps, params.chainId), params.txHash);
  answer.isFinal = isFinal;
  return value;
});
