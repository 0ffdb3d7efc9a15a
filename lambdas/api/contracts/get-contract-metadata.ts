import { readTokenMetadata } from '../../adapters/evm/token-metadata';
import { getContractMetadata } from '../../contract/endpoints/contracts';
import { notFound } from '../../contract/errors';
import { implement } from '../../http/implement';
import { indexedChain, requestedBlocks } from '../shared/indexed-chain';
import { contractView } from '../views/contract';

export const handler = implement(getContractMetadata, async ({ params, deps }) => {
  const indexed = await indexedChain(deps, params.chainId);
  const { chainId } = indexed.chain;
  const [records, deployed] = await Promise.all([
    deps.Token.find(chainId, [params.address]),
    deps.Deployment.of(chainId, params.address, requestedBlocks({}, indexed)),
  ]);
  const record = records.get(params.address);
  // A record that only has the operator's settings has no metadata yet.
  if (record && record.ercType !== 'UNKNOWN') return contractView(params.address, record, deployed);
  const batch = (calls: Parameters<typeof deps.node.batch>[1]) => deps.node.batch(chainId, calls);
  const metadata = await readTokenMetadata({ batch }, params.address, undefined);
  if (!metadata.isContract && !deployed) throw notFound(`a contract at ${params.address} on chain ${chainId}`);
  return contractView(params.address, metadata, deployed);
});
