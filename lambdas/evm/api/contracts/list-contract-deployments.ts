import { listContractDeployments } from '../../contract/endpoints/contracts';
import { contractView } from '../../views/contract';
import { implement } from '../implement';
import { indexedChain, requestedBlocks } from '../shared/indexed-chain';

const PLAIN = { ercType: 'UNKNOWN' } as const; // metadata is only read by `getContractMetadata`

export const handler = implement(listContractDeployments, async ({ params, page, deps }) => {
  const indexed = await indexedChain(deps, params.chainId, page);
  const { chain, cut } = indexed;
  const list = deps.AddressDeployment.ofAddress(chain.chainId, params.address, requestedBlocks({}, indexed));
  const { values, next } = await deps.page([list], { ...page, ascending: false });
  const tokens = await deps.Token.find(
    chain.chainId,
    values.map(({ contract }) => contract),
  );
  const getMetadata = deps.metadataOn(chain.chainId);
  const contracts = values.map((row) =>
    contractView(row.contract, tokens.get(row.contract) ?? PLAIN, getMetadata(row.contract), row),
  );
  return { contracts, ...page.token(next, cut) };
});
