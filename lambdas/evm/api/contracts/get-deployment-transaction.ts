import { notFound } from '../../../core/contract/errors';
import { getDeploymentTransaction } from '../../contract/endpoints/contracts';
import { implement } from '../implement';
import { indexedChain, requestedBlocks } from '../shared/indexed-chain';
import { DEFAULT_CURRENCY } from '../shared/prices';
import { wholeTransaction } from '../shared/whole-transaction';

export const handler = implement(getDeploymentTransaction, async ({ params, query, deps }) => {
  const currency = query.currency ?? DEFAULT_CURRENCY;
  const indexed = await indexedChain(deps, params.chainId);
  const { chain, head } = indexed;
  const deployed = await deps.Deployment.of(chain.chainId, params.address, requestedBlocks({}, indexed));
  if (!deployed)
    throw notFound(`the deployment of ${params.address} on chain ${chain.chainId} (indexed up to ${head})`);
  const { value } = await wholeTransaction(deps, indexed, deployed.txHash, currency);
  return value;
});
