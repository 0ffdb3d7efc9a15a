import { notFound } from '../../../core/contract/errors';
import { getContractMetadata } from '../../contract/endpoints/contracts';
import { contractView } from '../../views/contract';
import { implement } from '../implement';
import { contractMetadata } from '../shared/contract-metadata';
import { indexedChain, requestedBlocks } from '../shared/indexed-chain';

export const handler = implement(getContractMetadata, async ({ params, deps }) => {
  const indexed = await indexedChain(deps, params.chainId);
  const { chainId } = indexed.chain;
  const [tokens, deployed] = await Promise.all([
    deps.Token.find(chainId, [params.address]),
    deps.Deployment.of(chainId, params.address, requestedBlocks({}, indexed)),
  ]);
  const metadata = await contractMetadata(deps, chainId, params.address, tokens);
  if (!metadata.isContract && !deployed) throw notFound(`contract ${params.address} on chain ${chainId}`);
  return contractView(params.address, metadata, deps.metadataOn(chainId)(params.address), deployed);
});
